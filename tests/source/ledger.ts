import type { Mark } from './bundle.js';

export type Origin = 'declared' | 'observed' | 'assumed' | 'none';

export type Kind =
  | 'operation'
  | 'parameter'
  | 'request body'
  | 'property'
  | 'status'
  | 'enum value'
  | 'default'
  | 'limit'
  | 'weight'
  | 'security type'
  | 'result'
  | 'error code'
  | 'example';

export type Fault =
  | 'unmarked and not in the document'
  | 'declared, but marked'
  | 'declared, but missing'
  | 'not in the schema of the example';

export interface GateNode {
  /** JSON Pointer into the bundle; for something missing, where it would stand. */
  readonly pointer: string;
  readonly kind: Kind;
  readonly label: string;
  readonly origin: Origin;
  readonly fault: Fault | null;
}

const ranks: readonly Origin[] = ['none', 'declared', 'observed', 'assumed'];

/** Collects one entry per fact; a fact met on several ways keeps its worst finding. */
export class Ledger {
  readonly #entries = new Map<string, GateNode>();
  readonly #visited = new Set<string>();

  fact(pointer: string, kind: Kind, label: string, declared: boolean, mark: Mark | undefined): void {
    const origin = mark ?? (declared ? 'declared' : 'none');
    const unaccounted = origin === 'none' ? 'unmarked and not in the document' : null;
    const fault = declared && mark !== undefined ? 'declared, but marked' : unaccounted;
    this.#add({ pointer, kind, label, origin, fault });
  }

  missing(pointer: string, kind: Kind, label: string): void {
    this.#add({ pointer, kind, label, origin: 'none', fault: 'declared, but missing' });
  }

  /** A name in an example that nothing in its schema accounts for. */
  foreign(pointer: string, label: string): void {
    this.#add({ pointer, kind: 'example', label, origin: 'none', fault: 'not in the schema of the example' });
  }

  /** Notes that a schema was walked. */
  visit(pointer: string): void {
    this.#visited.add(pointer);
  }

  visited(pointer: string): boolean {
    return this.#visited.has(pointer);
  }

  nodes(): readonly GateNode[] {
    return [...this.#entries.values()];
  }

  #add(node: GateNode): void {
    const key = `${node.pointer} ${node.kind} ${node.label}`;
    const known = this.#entries.get(key);
    if (node.fault === 'declared, but missing' && known !== undefined) {
      this.#entries.set(key, { ...known, fault: 'declared, but marked' });
      return;
    }
    const worse =
      known === undefined ||
      (known.fault === null && node.fault !== null) ||
      ((known.fault === null) === (node.fault === null) && ranks.indexOf(node.origin) < ranks.indexOf(known.origin));
    if (worse) this.#entries.set(key, node);
  }
}
