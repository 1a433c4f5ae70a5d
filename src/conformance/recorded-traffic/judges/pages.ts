import { mostOften } from '../../model/groups.js';
import { judgeAnswer } from '../../checks/robust.js';
import { judgeHistory } from '../../judges/histories.js';
import {
  HISTORY_OPERATIONS,
  type HistoryOperation,
  type HistoryPage,
  readHistoryPage,
} from '../../judges/history-page.js';
import type { Findings } from '../findings.js';
import { isNotJson } from '../outcomes.js';
import type { Recording } from '../recording-model.js';
import { mayBeRight } from '../recorded-refusals.js';

/** The three histories: how long pages are, where they start, and what is on them. */
export function judgePages(recording: Recording, findings: Findings): void {
  for (const history of HISTORY_OPERATIONS) {
    judgeAnswers(recording, history, findings);
    const pages = recording.of(history).flatMap((call) => {
      const { input, faults, reading } = call;
      // A field that is not declared may narrow a page as well.
      if (input === undefined || faults.open !== undefined || !call.isAccepted) return [];
      return readHistoryPage(input, reading, call.isProven) ?? [];
    });
    // A refusal may be a list as well, of something else than most pages.
    const usual = mostOften(pages.flatMap(formOf))?.split(' ') ?? [];
    const isPage = (page: HistoryPage): boolean => {
      const names = formOf(page)[0]?.split(' ') ?? usual;
      return 2 * usual.filter((name) => names.includes(name)).length >= usual.length;
    };
    findings.take(judgeHistory(history, pages.filter(isPage)), recording.of(history));
  }
}

/** The names of the members of the first record, where there is one. */
const formOf = ({ list: { records } }: HistoryPage): readonly string[] =>
  records.slice(0, 1).map((record) => Object.keys(record).join(' '));

/** A valid call is answered with JSON, for any limit and fromId. */
function judgeAnswers(recording: Recording, history: HistoryOperation, findings: Findings): void {
  const id = `robust/${history}/valid-input-is-answered`;
  const narrowed = recording
    .of(history)
    .filter(
      (call) => mayBeRight(call) && call.isWhole && ('limit' in (call.input ?? {}) || 'fromId' in (call.input ?? {})),
    );
  for (const call of narrowed) {
    const finding = judgeAnswer(call.reading);
    // Where it is not known what a refusal looks like, a page may be one.
    if (finding.outcome === 'holds' || (isNotJson(call) && recording.knowsRefusals)) findings.put(id, finding, [call]);
  }
}
