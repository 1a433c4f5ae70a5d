import { useEffect, useState } from 'preact/hooks';
import { Forensics } from '../forensics/forensics.js';
import type { IslandProps } from '../mount.js';
import { type FieldValues, WORKED_EXAMPLE } from './fields.js';
import { RequestFields } from './request-fields.js';
import { SignedOutput } from './signed-output.js';
import { type SignatureParts, signFields } from './signed.js';

/** Computes signatures, and says what went wrong with others. Everything stays in the page. */
export function Calculator({ id }: IslandProps) {
  const [fields, setFields] = useState(WORKED_EXAMPLE);
  const signed = useSigned(fields);
  // The page may come over plain http, where browsers have no Web Crypto.
  const hasWebCrypto = globalThis.crypto?.subtle !== undefined;
  return (
    <>
      <p>
        Nothing that you type here is sent or stored.{' '}
        {hasWebCrypto
          ? 'Your browser’s Web Crypto computes the signature.'
          : 'This page has no Web Crypto, because it did not come over https: a hash in JavaScript computes the signature.'}
      </p>
      <RequestFields
        id={id}
        fields={fields}
        onChange={(changed) => setFields((before) => ({ ...before, ...changed }))}
      />
      {signed !== undefined && <SignedOutput id={id} signed={signed} />}
      <Forensics id={`${id}-forensics`} fields={fields} />
    </>
  );
}

function useSigned(fields: FieldValues): SignatureParts | undefined {
  const [signed, setSigned] = useState<SignatureParts>();
  useEffect(() => {
    let isStale = false;
    void signFields(fields).then((result) => {
      if (!isStale) setSigned(result);
    });
    return () => {
      isStale = true;
    };
  }, [fields]);
  return signed;
}
