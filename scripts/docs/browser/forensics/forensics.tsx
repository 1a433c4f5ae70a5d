import { useMemo, useState } from 'preact/hooks';
import type { FieldValues } from '../calculator/fields.js';
import { TextArea } from '../parts/field.js';
import { useLater } from '../parts/use-later.js';
import { judge } from './judge.js';
import { Verdict } from './verdict.js';

/** The search takes a tenth of a second, so it waits until the typing has stopped. */
const STILL_MS = 400;

/** Says by which mistake a signature was made. */
export function Forensics({ id, fields }: { readonly id: string; readonly fields: FieldValues }) {
  const [pasted, setPasted] = useState('');
  const question = useMemo(() => ({ fields, pasted }), [fields, pasted]);
  const asked = useLater(question, STILL_MS);
  const judgement = useMemo(() => asked && judge(asked.fields, asked.pasted), [asked]);
  return (
    <>
      <h3>What went wrong with a signature</h3>
      <p>
        Fill in the request above as it was sent, and the secret if you can. Then paste the signature that was refused:
        it is compared with those that known mistakes give.
      </p>
      <TextArea
        id={id}
        label="Signature that was refused"
        rows={3}
        value={pasted}
        onText={setPasted}
        hint="The value of X-CH-SIGN, or all three headers as they were sent."
      />
      <div id={`${id}-verdict`} role="status" aria-live="polite" aria-busy={asked !== question}>
        {asked === question ? judgement && <Verdict judgement={judgement} /> : pasted !== '' && <p>Looking …</p>}
      </div>
    </>
  );
}
