import type { DocumentedField, Remark } from '../model/fields.js';
import { Evidence, hiddenUnless, Mark, Source } from './evidence.js';
import { Prose } from './prose.js';

interface FieldListProps {
  /** Begins the address of each field: `createOrder.request`. */
  readonly anchor: string;
  readonly caption: string;
  readonly fields: readonly DocumentedField[];
}

/** Fields, each with an address and one mark. Those inside others stand under them. */
export function FieldList({ anchor, caption, fields }: FieldListProps) {
  return (
    <>
      <p class="caption">{caption}</p>
      <Level anchor={anchor} label={caption} fields={fields} prefix="" />
    </>
  );
}

interface LevelProps extends Omit<FieldListProps, 'caption'> {
  readonly label: string;
  /** Path of the field around these, with a dot at its end. */
  readonly prefix: string;
}

function Level({ anchor, label, fields, prefix }: LevelProps) {
  const here = fields.filter(({ path }) => path.startsWith(prefix) && !path.slice(prefix.length).includes('.'));
  return (
    <ul class="fields" aria-label={label}>
      {here.map((field) => {
        const inside = fields.filter(({ path }) => path.startsWith(`${field.path}.`));
        return (
          <li>
            <Entry field={field} id={`${anchor}.${field.path}`} prefix={prefix} />
            {inside.length > 0 && (
              <Level anchor={anchor} label={`Fields of ${field.path}`} fields={inside} prefix={`${field.path}.`} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface EntryProps {
  readonly field: DocumentedField;
  readonly id: string;
  readonly prefix: string;
}

function Entry({ field, id, prefix }: EntryProps) {
  const { path, type, onTheWire, presence, text, values, defaultValue, evidence, remarks } = field;
  const sources = remarks.filter((remark) => remark.evidence.note !== undefined && remark.evidence.mark !== 'declared');
  return (
    <div id={id} class={`field ${hiddenUnless(evidence)}`.trim()}>
      <div class="name">
        <a href={`#${id}`}>
          <code>
            {prefix !== '' && <span class="around">{prefix}</span>}
            {path.slice(prefix.length)}
          </code>
        </a>{' '}
        <span class="type">{type}</span> {presence !== undefined && <span class={presence}>{presence}</span>}
      </div>
      <p>
        <Prose text={text} />
        {values?.every((value) => text.includes(value)) === false && ` One of ${values.join(', ')}.`}
        {defaultValue && ` Default ${defaultValue}.`}
      </p>
      {remarks.map((remark) => (
        <p class={`seen ${hiddenUnless(remark.evidence)}`.trim()}>
          {remark.evidence.mark !== 'declared' && (
            <>
              <Mark evidence={remark.evidence} />{' '}
            </>
          )}
          <Prose text={remark.text} />
        </p>
      ))}
      <Evidence evidence={evidence}>
        {onTheWire !== undefined || sources.length > 0 ? (
          <>
            {onTheWire !== undefined && <p class="source">On the wire: {onTheWire}.</p>}
            {sources.map(SourceOf)}
          </>
        ) : undefined}
      </Evidence>
    </div>
  );
}

/** The sources of a statement that is not declared. */
const SourceOf = ({ text, label = beginning(text), evidence: { note = '' } }: Remark) => (
  <div class="not-declared">
    <Source note={`${label}: ${note}`} />
  </div>
);

/** Enough to know which sentence is meant. */
const beginning = (text: string): string => `“${text.split(' ').slice(0, 3).join(' ')} …”`;
