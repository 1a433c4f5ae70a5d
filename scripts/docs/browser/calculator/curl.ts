/** The parts of a command besides the URL. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Empty when there is none. */
  readonly body: string;
}

/** Writes a command for a POSIX shell that sends exactly these bytes. */
export function curlCommand({ method, url, headers, body }: CurlRequest): string {
  const isPlain = method === 'GET' && body === '';
  return [
    // Without --globoff, brackets in a URL are patterns.
    `curl -sS --globoff ${isPlain ? '' : `-X ${method} `}${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Nothing has a meaning between single quotes but their end. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
