import { useMemo, useState } from 'preact/hooks';
import type { SigningMistake } from '../../../../src/diagnosis/mistake.js';
import type { FieldValues } from '../calculator/fields.js';
import { TextArea } from '../parts/field.js';
import { useLater } from '../parts/use-later.js';
import { judge, type Judgement } from './judge.js';

/** The search takes a tenth of a second, so it waits until the typing has stopped. */
const STILL_MS = 400;

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

const ALL_MISTAKES = 'signing.html#signing-signature-rejected-1022';

function Verdict({ judgement }: { readonly judgement: Judgement }) {
  switch (judgement.kind) {
    case 'nothing-pasted':
      return null;
    case 'right':
      return (
        <>
          <p class="verdict good">This is the right signature of this request with this secret.</p>
          <p>
            If it was refused, the secret may belong to another API key, the bytes that were sent may differ from those
            above, or the deployment signs by another rule. <MoreLink />
          </p>
        </>
      );
    case 'found':
      return (
        <>
          <p class="verdict bad">{headingOf(judgement.explanations)}</p>
          <ul>
            {judgement.explanations.map((together) => (
              <li key={together.map(({ id }) => id).join()}>
                {together.map((mistake, i) => (
                  <MistakeText key={mistake.id} mistake={mistake} before={i === 0 ? '' : 'And '} />
                ))}
              </li>
            ))}
          </ul>
          <p>
            <MoreLink />
          </p>
        </>
      );
    case 'not-found':
      return (
        <>
          <p class="verdict bad">No known mistake gives this signature.</p>
          <Notes notes={judgement.notes} />
          <Hints hints={judgement.hints} />
          <p>
            Check that the request above is what was sent, byte for byte, with the same X-CH-TS, and that the secret is
            the one that belongs to the API key. <MoreLink />
          </p>
        </>
      );
    case 'without-secret':
      return (
        <>
          <p class="verdict">Without the secret no signature can be computed. The request alone says this much:</p>
          <Notes notes={judgement.notes} />
          <Hints hints={judgement.hints} />
          <p>
            <MoreLink />
          </p>
        </>
      );
  }
}

/** One mistake that gives these 256 bits is the cause; two together leave room for others that were not tried. */
function headingOf(explanations: readonly (readonly SigningMistake[])[]): string {
  if (explanations.length > 1) return 'Found, and this request does not tell them apart.';
  return explanations[0]?.length === 1
    ? 'Found.'
    : 'These two together give exactly this signature; another way to the same text may be behind it.';
}

const Notes = ({ notes = [] }: { readonly notes: readonly string[] | undefined }) =>
  notes.map((note) => (
    <p key={note} data-note>
      <strong>{note}</strong>
    </p>
  ));

const Hints = ({ hints }: { readonly hints: readonly SigningMistake[] }) =>
  hints.length === 0 ? null : (
    <ul>
      {hints.map((mistake) => (
        <li key={mistake.id}>
          <MistakeText mistake={mistake} before="" />
        </li>
      ))}
    </ul>
  );

/** `data-mistake` is for tests and for links: titles may be reworded. */
function MistakeText({ mistake, before }: { readonly mistake: SigningMistake; readonly before: string }) {
  const { id, title, fix, option } = mistake;
  return (
    <p data-mistake={id}>
      {before}
      <strong>{title}</strong>. What to do: {fix}
      {option && (
        <>
          {' '}
          (<code>{option}</code>)
        </>
      )}
      .
    </p>
  );
}

const MoreLink = () => <a href={ALL_MISTAKES}>All mistakes, in the order in which to look</a>;
