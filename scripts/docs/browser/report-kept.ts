import { type HeldReport, readReport } from './report-read.js';
import { inOneFile } from './site-form.js';
import { readStored, store } from './stored.js';

const KEY = 'futures-docs-report';

type Listener = (report: HeldReport | undefined) => void;

let held: HeldReport | undefined;
const listeners = new Set<Listener>();

/** Calls back now and whenever another report is dropped or forgotten. */
export function reportIn(listener: Listener): () => void {
  if (listeners.size === 0) readAgain();
  listeners.add(listener);
  listener(held);
  return () => listeners.delete(listener);
}

/** A page out of the browser's memory is as old as it was left: another report may have been dropped since. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) readAgain();
});

function readAgain(): void {
  held = inOneFile() ? held : readKept();
  for (const listener of listeners) listener(held);
}

/** Shows a report on every page of this tab, or none. Returns whether the other pages will see it. */
export function keepReport(report: HeldReport | undefined): boolean {
  held = report;
  for (const listener of listeners) listener(report);
  return inOneFile() || store('sessionStorage', KEY, report && JSON.stringify(report));
}

function readKept(): HeldReport | undefined {
  const text = readStored('sessionStorage', KEY);
  if (text === undefined) return undefined;
  try {
    return readReport(text);
  } catch {
    // Kept by an older version of these pages, or by another page.
    store('sessionStorage', KEY, undefined);
    return undefined;
  }
}
