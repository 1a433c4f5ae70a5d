/** The pasted text: a signature alone, or the headers that were sent with it. */
export interface Pasted {
  readonly signature: string;
  readonly timestamp?: string;
  readonly apiKey?: string;
}

/** Reads a signature out of what was pasted: bare, as header lines, as a curl command or as JSON. */
export function readPasted(text: string): Pasted {
  const signature = headerIn(text, 'X-CH-SIGN');
  const timestamp = headerIn(text, 'X-CH-TS');
  const apiKey = headerIn(text, 'X-CH-APIKEY');
  const bare = timestamp === undefined && apiKey === undefined ? text.trim() : '';
  return {
    signature: signature ?? bare,
    ...(timestamp !== undefined && { timestamp }),
    ...(apiKey !== undefined && { apiKey }),
  };
}

/** The value of a header, without what stands around it. */
function headerIn(text: string, name: string): string | undefined {
  return new RegExp(`${name}["']?\\s*[:=]\\s*["']?([^\\s"',]+)`, 'i').exec(text)?.[1];
}
