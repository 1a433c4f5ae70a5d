const MAX_LENGTH = 80;

/** The begin of a body, as messages quote it. */
export function excerpt(body: string): string {
  if (body === '') return 'the body is empty';
  return JSON.stringify(body.length > MAX_LENGTH ? `${body.slice(0, MAX_LENGTH)}…` : body);
}
