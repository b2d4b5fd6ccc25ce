import { type CarrierFinding, type CarrierVerdict, formatVerdict } from '../../src/domain/carriers/carrier-verdict.ts';

const outcomeWords = { fail: { blocking: 'Fails', caution: 'Caution' }, unknown: 'Not known', pass: 'OK' } as const;

/** Formats what warns about the carrier on lines of its own, and counts the rules that passed; record text comes quoted. */
export function listVerdictLines(name: string, verdict: CarrierVerdict, changeText: string | null): readonly string[] {
  const { findings } = verdict;
  const passedCount = findings.filter(({ outcome }) => outcome === 'pass').length;
  return [
    `Verdict on ${name}: ${formatVerdict(verdict)}`,
    ...findings.flatMap((finding) => (finding.outcome === 'pass' ? [] : [formatOpenFinding(finding)])),
    ...(changeText === null ? [] : [changeText]),
    ...(passedCount > 0 ? [`${passedCount} ${passedCount === 1 ? 'rule' : 'rules'} passed`] : []),
  ];
}

export const formatOpenFinding = (finding: CarrierFinding): string =>
  `${describeOutcome(finding)}: ${finding.sentence}`;

/** Describes the outcome of a rule: "Fails", "Caution", "Not known" or "OK". */
export const describeOutcome = ({ outcome, severity }: Pick<CarrierFinding, 'outcome' | 'severity'>): string =>
  outcome === 'fail' ? outcomeWords.fail[severity] : outcomeWords[outcome];
