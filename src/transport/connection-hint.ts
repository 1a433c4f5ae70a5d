/** Codes of Node.js for a certificate that no known authority vouches for. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/;
/** Words of OpenSSL about the first bytes of a server that does not speak TLS. */
const NOT_TLS = /wrong version number|packet length too long|unknown protocol/;
/** Words of Node.js and undici about a server that closes without a byte. */
const HUNG_UP = /socket hang up|other side closed/;

/** Says what to do about a connection that failed, with a blank before it; empty where there is nothing to say. Never throws. */
export function connectionHint(error: unknown, origin: string): string {
  try {
    return hintOn(error as Partial<NodeJS.ErrnoException>, origin);
  } catch {
    // The error has getters that throw, or the runtime asks before it shows its environment.
    return '';
  }
}

function hintOn({ code = '', message = '' }: Partial<NodeJS.ErrnoException>, origin: string): string {
  if (UNTRUSTED.test(code)) return ` ${trustHint(process.env['NODE_EXTRA_CA_CERTS'])}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return ' Use the host name that the certificate is made for.';
  if (NOT_TLS.test(message)) return ' This port does not speak TLS: use http:// instead of https://, or another port.';
  const isCleartext = origin.startsWith('http:');
  return isCleartext && HUNG_UP.test(message) ? ' If this port speaks TLS, use https:// instead of http://.' : '';
}

const trustHint = (file: string | undefined): string =>
  file
    ? 'NODE_EXTRA_CA_CERTS is set, but gave no authority for this certificate: see that its file can be read and has it.'
    : 'For your own certificate, start with NODE_EXTRA_CA_CERTS=<file in PEM>.';

/** The message of an error, without what OpenSSL writes around its own. */
export function reasonIn(error: Error): string {
  return error.message.replace(/\w+:error:(?:[^:]*:){3}([^:]+):.*/s, '$1') || String(error);
}
