import { type OperationId, operations } from '../../../../generated/operations.js';
import { FAULT_KINDS, type FaultKind } from '../../../../src/sandbox/http/faults.js';
import { Select, TextArea } from '../parts/field.js';
import { FAULT_WORDS } from './fault-words.js';
import type { Wish } from './trial.js';

interface Props {
  readonly id: string;
  readonly wish: Wish;
  readonly onChoose: (operationId: OperationId) => void;
  readonly onChange: (changed: Partial<Wish>) => void;
  readonly onSend: (how: Pick<Wish, 'breakSignature'>) => void;
}

const KINDS = Object.keys(FAULT_WORDS) as readonly FaultKind[];

export function CallForm({ id, wish, onChoose, onChange, onSend }: Props) {
  const { operationId, input, fault } = wish;
  return (
    <>
      <div class="row">
        <Select
          id={`${id}-operation`}
          label="Operation"
          value={operationId}
          onText={(name) => onChoose(name as OperationId)}
        >
          {Object.keys(operations).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select
          id={`${id}-fault`}
          label="What goes wrong with the next call"
          value={fault ?? ''}
          onText={(kind) => onChange({ fault: FAULT_KINDS.find((known) => known === kind) })}
        >
          <option value="">nothing</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kind}: {FAULT_WORDS[kind]}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        id={`${id}-input`}
        label="Input, as JSON"
        rows={9}
        value={input}
        hint="The described example, with the ids that there are on this exchange."
        problem={problemOf(input)}
        onText={(text) => onChange({ input: text })}
      />
      <div class="row">
        <button type="button" onClick={() => onSend({ breakSignature: false })}>
          Send
        </button>
        {operations[operationId].security !== 'public' && (
          <button type="button" onClick={() => onSend({ breakSignature: true })}>
            Send with a broken signature
          </button>
        )}
      </div>
    </>
  );
}

function problemOf(input: string): string | undefined {
  if (input.trim() === '') return undefined;
  try {
    JSON.parse(input);
    return undefined;
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}
