/**
 * Codes of the sandbox about key, time and signature. Others say nothing of a collection's script: its examples are of
 * one account, and the sandbox has another one.
 */
export const signatureRefusals: ReadonlySet<string | undefined> = new Set([
  '-1002',
  '-1021',
  '-1022',
  '-1023',
  '-1024',
  '-2014',
  '-2015',
]);
