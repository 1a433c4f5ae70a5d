import { type HeldReport, readReport } from './report-read.js';
import { inOneFile } from './site-form.js';
import { readStored, store } from './stored.js';

const KEY = 'futures-docs-report';

type Listener = (report: HeldReport | undefined) => void;

let held: HeldReport | undefined;
let read = false;
const listeners = new Set<Listener>();

/** Calls back now and whenever another report is dropped or forgotten. */
export function reportIn(listener: Listener): () => void {
  if (!read) held = readKept();
  read = true;
  listeners.add(listener);
  listener(held);
  return () => listeners.delete(listener);
}

/** Shows a report on every page of this tab, or none. Returns whether the other pages will see it. */
export function keepReport(report: HeldReport | undefined): boolean {
  held = report;
  for (const listener of listeners) listener(report);
  return inOneFile() || store('sessionStorage', KEY, report && JSON.stringify(report));
}

function readKept(): HeldReport | undefined {
  const text = inOneFile() ? undefined : readStored('sessionStorage', KEY);
  if (text === undefined) return undefined;
  try {
    return readReport(text);
  } catch {
    // Kept by an older version of these pages, or by another page.
    store('sessionStorage', KEY, undefined);
    return undefined;
  }
}
