/** A secret as it is, and in the alphabets that bytes are written in. */
export function writtenForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
}
