import { type OperationId, operations } from '../../../../generated/operations.js';
import { FAULT_KINDS } from '../../../../src/sandbox/http/faults.js';
import { Button, Select, TextArea } from '../parts/field.js';
import { FAULT_WORDS } from './fault-words.js';
import type { Wish } from './trial.js';

interface Props {
  readonly id: string;
  readonly wish: Wish;
  readonly onChoose: (operationId: OperationId) => void;
  readonly onChange: (changed: Partial<Wish>) => void;
  readonly onSend: (how: Pick<Wish, 'breakSignature'>) => void;
}

const FAULTS = [
  ['', 'nothing'] as const,
  ...Object.entries(FAULT_WORDS).map(([kind, words]) => [kind, `${kind}: ${words}`] as const),
];

export function CallForm({ id, wish, onChoose, onChange, onSend }: Props) {
  const { operationId, input, fault } = wish;
  return (
    <>
      <div class="row">
        <Select
          id={`${id}-operation`}
          label="Operation"
          value={operationId}
          options={Object.keys(operations)}
          onText={(name) => onChoose(name as OperationId)}
        />
        <Select
          id={`${id}-fault`}
          label="What goes wrong with the next call"
          value={fault ?? ''}
          options={FAULTS}
          onText={(kind) => onChange({ fault: FAULT_KINDS.find((known) => known === kind) })}
        />
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
        <Button label="Send" onPress={() => onSend({ breakSignature: false })} />
        {operations[operationId].security !== 'public' && (
          <Button label="Send with a broken signature" onPress={() => onSend({ breakSignature: true })} />
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
