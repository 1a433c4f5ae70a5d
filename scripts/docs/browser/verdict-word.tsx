import type { HeldReport, HeldResult } from './report-read.js';
import { verdictWord } from './verdicts-told.js';

/** A verdict as a word; its colour says nothing that the word does not. */
export const VerdictWord = ({ report, result }: { report: HeldReport; result: HeldResult }) => (
  <span class={`judged ${result.verdict}`}>{verdictWord(report, result)}</span>
);
