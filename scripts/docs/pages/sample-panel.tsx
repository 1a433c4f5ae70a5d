import { LANGUAGE_SCRIPT } from '../browser/early-script.js';
import type { Example } from '../../generate/described-operation.js';
import type { DocumentedOperation } from '../model/operation.js';
import { Code } from '../parts/code.js';
import { Evidence, hiddenUnless, Mark, Source } from '../parts/evidence.js';
import type { Program } from '../samples/index.js';

interface SamplePanelProps {
  readonly described: DocumentedOperation;
  readonly samples: readonly Program[];
}

/** Requests and responses beside the text: one program in each language, then responses. */
export function SamplePanel({ described, samples }: SamplePanelProps) {
  const { operation, inputExamples, answerExamples } = described;
  const id = operation.operationId;
  const [first, ...others] = answerExamples;
  return (
    <>
      <h2 id={`${id}.samples`}>Samples</h2>
      <LanguageTabs samples={samples} />
      <script dangerouslySetInnerHTML={{ __html: LANGUAGE_SCRIPT }} />
      {samples.map(({ kit: { language, label, highlight }, code }) => (
        <div class="sample" id={`${id}.sample.${language}`} data-language={language} data-label={label}>
          <Code code={code} language={highlight} label={`${id} in ${label}`} />
        </div>
      ))}
      {inputExamples.length > 0 && <Folded title="Request examples" examples={inputExamples} />}
      {first && (
        <div class={`response ${hiddenUnless(first.evidence)}`.trim()}>
          <div class="caption">
            Response: {first.title} <Evidence evidence={first.evidence} />
          </div>
          <Code code={jsonOf(first)} language="json" label={first.title} />
        </div>
      )}
      {others.length > 0 && <Folded title="Other responses" examples={others} />}
    </>
  );
}

/** Radio buttons: they switch the language without scripts, and a script remembers the choice. */
const LanguageTabs = ({ samples }: { readonly samples: readonly Program[] }) => (
  <fieldset class="tabs">
    <legend class="hidden">Language</legend>
    {samples.map(({ kit: { language, label } }, i) => (
      <label>
        <input type="radio" name="language" value={language} checked={i === 0} autocomplete="off" />
        {label}
      </label>
    ))}
  </fieldset>
);

const Folded = ({ title, examples }: { readonly title: string; readonly examples: readonly Example[] }) => (
  <details
    class={`examples ${examples.every(({ evidence }) => evidence.mark !== 'declared') ? 'not-declared' : ''}`.trim()}
  >
    <summary>
      {title} <span class="count">{examples.length}</span>
    </summary>
    {examples.map((example) => (
      <div class={hiddenUnless(example.evidence)}>
        <p class="caption">
          {example.title} <Mark evidence={example.evidence} />
        </p>
        {example.evidence.note && <Source note={example.evidence.note} />}
        <Code code={jsonOf(example)} language="json" label={example.title} />
      </div>
    ))}
  </details>
);

const jsonOf = ({ value }: Example): string => JSON.stringify(value, null, 2);
