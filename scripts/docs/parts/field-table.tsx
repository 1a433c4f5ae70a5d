import type { Field } from '../model/fields.js';
import { hiddenUnless, Mark } from './mark.js';
import { Prose } from './prose.js';
import { Table } from './table.js';

interface FieldTableProps {
  /** Begins the address of each line: `createOrder.request`. */
  readonly anchor: string;
  readonly caption: string;
  readonly fields: readonly Field[];
  /** Whether it matters that a field is there. */
  readonly input?: boolean;
}

/** Fields, one in a line, each with an address of its own and with a mark. */
export function FieldTable({ anchor, caption, fields, input = false }: FieldTableProps) {
  return (
    <Table
      label={caption}
      caption={caption}
      head={
        <>
          <th scope="col">field</th>
          <th scope="col">type</th>
          {input && <th scope="col">required</th>}
          <th scope="col">meaning</th>
          <th scope="col">evidence</th>
        </>
      }
    >
      {fields.map((field) => (
        <Row field={field} id={`${anchor}.${field.path}`} input={input} />
      ))}
    </Table>
  );
}

function Row({ field, id, input }: { field: Field; id: string; input: boolean }) {
  const { path, type, required, text, values, defaultValue, evidence, remarks } = field;
  return (
    <tr id={id} class={hiddenUnless(evidence)}>
      <th scope="row">
        <a href={`#${id}`}>
          <code>{path}</code>
        </a>
      </th>
      <td>{type}</td>
      {input && <td>{required === true ? 'yes' : 'no'}</td>}
      <td>
        <Prose text={text} />
        {values?.every((value) => text.includes(value)) === false && ` One of ${values.join(', ')}.`}
        {defaultValue && ` Default ${defaultValue}.`}
        {remarks.map((remark) => (
          <p class={hiddenUnless(remark.evidence)}>
            <Prose text={remark.text} /> <Mark evidence={remark.evidence} />
          </p>
        ))}
      </td>
      <td>
        <Mark evidence={evidence} />
      </td>
    </tr>
  );
}
