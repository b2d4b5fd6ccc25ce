import { type CarrierFinding, type CarrierVerdict, formatVerdict } from '../../src/domain/carriers/carrier-verdict.ts';

const outcomeWords = { fail: { blocking: 'Fails', caution: 'Caution' }, unknown: 'Not known' } as const;

/** Formats what warns about the carrier on lines of its own, and what it passes on one; record text comes quoted. */
export function listVerdictLines(name: string, verdict: CarrierVerdict, changeText: string | null): readonly string[] {
  const { findings } = verdict;
  const passed = findings.filter(({ outcome }) => outcome === 'pass').map(({ sentence }) => sentence);
  return [
    `Verdict on ${name}: ${formatVerdict(verdict)}`,
    ...findings.flatMap((finding) => (finding.outcome === 'pass' ? [] : [formatOpenFinding(finding)])),
    ...(changeText === null ? [] : [changeText]),
    ...(passed.length > 0 ? [`Passed: ${passed.join(' ')}`] : []),
  ];
}

export const formatOpenFinding = ({ outcome, severity, sentence }: CarrierFinding): string =>
  `${outcome === 'fail' ? outcomeWords.fail[severity] : outcomeWords.unknown}: ${sentence}`;
