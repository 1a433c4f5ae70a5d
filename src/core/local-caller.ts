/** Host names that lead to this machine, as `URL` writes them. */
export const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Why a server on this machine takes no request of a caller. */
export type CallerFault = 'host-not-loopback' | 'origin-not-allowed';

/** The headers that say who calls; names in lower case. */
export type CallerHeaders = Readonly<
  Partial<Record<'host' | 'origin' | 'sec-fetch-site', string | string[] | undefined>>
>;

/**
 * Judges who calls a server that is meant for programs of this machine. Two kinds of callers are web pages: one whose name
 * was bound to loopback (DNS rebinding: the Host is not a loopback name), and one that says so itself (RFC 6454, 7).
 *
 * @param accepted `anyHost` for a server that listens elsewhere on purpose; `origins` of the pages that may call.
 */
export function judgeLocalCaller(
  headers: CallerHeaders,
  { anyHost = false, origins }: { readonly anyHost?: boolean; readonly origins?: ReadonlySet<string> } = {},
): CallerFault | undefined {
  if (!anyHost && !LOOPBACK.test(hostNameOf(headers.host))) return 'host-not-loopback';
  const site = headers['sec-fetch-site'];
  const page = headers.origin ?? (site === undefined || site === 'none' ? undefined : 'a web page');
  return page === undefined || origins?.has(String(page)) === true ? undefined : 'origin-not-allowed';
}

/** The name in a Host header, without its port; empty when there is none. */
function hostNameOf(host: CallerHeaders['host'] = ''): string {
  const url = `http://${String(host)}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
