import { cut } from '../core/cut.js';

const MAX_LENGTH = 80;

/** The start of a body, as messages quote it. */
export function excerpt(body: string): string {
  if (body === '') return 'the body is empty';
  return JSON.stringify(cut(body, MAX_LENGTH));
}
