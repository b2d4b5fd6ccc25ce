/** Why a piece of record text is marked. */
export type FlagReason = 'stripped' | 'instruction_like' | 'truncated';

/**
 * Sentences that sound like orders to a model or that redirect money. A hit marks text as suspicious and changes nothing
 * else: text from records never becomes an instruction, a recipient, a payee or an amount, marked or not.
 */
const patterns: readonly RegExp[] = [
  // "ignore all previous instructions"
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|prompt|rule|guideline|polic|message|context|above|previous|prior|approval)/i,
  // "new instructions:", "system prompt"
  /\b(new|updated|additional|real|hidden)\s+(instruction|task|objective)s?\b|\bsystem\s+(prompt|message|override)\b/i,
  // "system: ..." and chat or tool markup
  /^\s*(system|assistant|developer|user)\s*:/im,
  /<\/?\s*(system|assistant|developer|user|human|instructions?|tool[\w-]*|function[\w-]*)\b[^>]*>|\[\/?(inst|system)\]|<\|/i,
  // "you are now ...", "as an AI"
  /\byou (are|must act) (now|as|an? (ai|assistant|agent|language model))\b|\bas an? (ai|language model|assistant)\b/i,
  // "call the approve_bills tool", "run run_approved"
  /\b(call|use|run|invoke|execute|trigger)\b.{0,40}\b([a-z]+_[a-z_]+|tools?|functions?)\b/i,
  // "approve this bill without asking", "do not tell the user"
  /\b(do not|don'?t|never|without)\b.{0,30}\b(tell|telling|inform|informing|mention|ask|asking|confirm|confirming|notify|alert)/i,
  // "send payment to the new account", "our bank details have changed"
  /\b(pay|wire|transfer|send|remit|route)\b.{0,60}\b(new|different|following|updated|this|another)\s+(bank|account|routing|iban)/i,
  /\b(bank|account|remittance|routing|payment)\b.{0,30}\b(details?|information|number|instructions?)\b.{0,30}\b(changed?|updated?|new)\b/i,
];
/** Longer text is looked over in part only, so that a pattern never runs away with a large field. */
const scannedMax = 20_000;

export function isInstructionLike(text: string): boolean {
  const scanned = text.slice(0, scannedMax);
  return patterns.some((pattern) => pattern.test(scanned));
}
