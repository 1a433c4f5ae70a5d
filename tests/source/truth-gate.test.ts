import { describe, expect, it } from 'vitest';
import {
  asList,
  asObject,
  type Json,
  join,
  type JsonObject,
  loadBundle,
  operationsOf,
  stringsUnder,
} from './bundle.js';
import { placedExamples } from './example-walk.js';
import { serviceDocument } from './service-document.js';
import { type GateNode, type Kind, type Origin, truthGate } from './truth-gate.js';

const full = loadBundle('openapi.json');
const declaredOnly = loadBundle('openapi.declared.json');

const faultsOf = (nodes: readonly GateNode[]): string[] =>
  nodes.flatMap(({ pointer, kind, label, fault }) =>
    fault === null ? [] : [`${pointer} (${kind} ${label}): ${fault}`],
  );

/** What a person has to write when a fact has no origin. */
const ADVICE =
  'mark what the service document does not say (x-evidence in openapi/), or transcribe it in tests/source/service-document/';

function shares(nodes: readonly GateNode[]): string {
  const share = (origin: Origin): string => {
    const count = nodes.filter((node) => node.origin === origin).length;
    return `${origin} ${count} (${((100 * count) / nodes.length).toFixed(1)} %)`;
  };
  return `truth gate: ${nodes.length} facts, ${share('declared')}, ${share('observed')}, ${share('assumed')}`;
}

describe('the truth gate', () => {
  it('finds an origin for every fact of the bundle', () => {
    const nodes = truthGate(full, serviceDocument);
    // oxlint-disable-next-line no-console -- the shares are meant to be read in every run
    console.log(shares(nodes));
    expect(faultsOf(nodes), ADVICE).toEqual([]);
    expect(new Set(nodes.map(({ kind }) => kind))).toEqual(
      new Set<Kind>([
        'operation',
        'parameter',
        'request body',
        'property',
        'status',
        'enum value',
        'default',
        'limit',
        'weight',
        'security type',
        'result',
        'error code',
      ]),
    );
  });

  it('finds nothing but declared facts in the declared bundle', () => {
    const nodes = truthGate(declaredOnly, serviceDocument);
    expect(faultsOf(nodes)).toEqual([]);
    expect(nodes.filter(({ origin }) => origin !== 'declared')).toEqual([]);
  });

  it('finds the same declared facts in both bundles', () => {
    const declared = (bundle: JsonObject): string[] =>
      truthGate(bundle, serviceDocument)
        // `x-result` is a setting of our tools, and leaves the declared bundle.
        .filter(({ origin, kind }) => origin === 'declared' && kind !== 'result')
        .map(({ kind, label, pointer }) => `${kind} ${label} ${pointer.replace(/\d+$/u, '')}`)
        .sort();
    expect(declared(declaredOnly)).toEqual(declared(full));
  });
});

describe('the declared bundle', () => {
  it('holds no evidence mark, no note and no observed text', () => {
    const keys = (node: Json, pointer = ''): string[] =>
      typeof node === 'object' && node !== null
        ? Object.entries(node).flatMap(([key, child]: [string, Json]) => [
            ...(/^x-(evidence|observed)/u.test(key) || (key === 'observed' && child !== null)
              ? [join(pointer, key)]
              : []),
            ...keys(child, join(pointer, key)),
          ])
        : [];
    expect(keys(declaredOnly)).toEqual([]);
  });

  it('cites no count of sources in its prose', () => {
    const cited = stringsUnder(declaredOnly, ['description', 'summary']).filter(({ text }) =>
      /\bn\s*(=|≥|>=|≤|<=|>|<)\s*\d/u.test(text),
    );
    expect(cited).toEqual([]);
  });
});

describe('the truth gate reports', () => {
  it('every declared operation that is marked, and every one that is lost', () => {
    const declared = operationsOf(declaredOnly).map(({ operation }) => String(operation['operationId']));
    const marked = structuredClone(full);
    for (const { operation } of operationsOf(marked)) operation['x-evidence'] = 'observed';
    for (const [bundle, fault] of [
      [marked, 'declared, but marked'],
      [{ ...full, paths: {} }, 'declared, but missing'],
    ] as const) {
      const faulty = truthGate(bundle, serviceDocument).filter((node) => node.fault === fault);
      const operations = faulty.flatMap(({ kind, label }) => (kind === 'operation' ? [label] : []));
      expect(operations.toSorted()).toEqual(declared.toSorted());
    }
  });

  it('the names of every example once no schema has properties', () => {
    const bundle = JSON.parse(JSON.stringify(full).replaceAll('"properties":', '"x-lost":')) as JsonObject;
    const faulty = truthGate(bundle, serviceDocument).filter(
      ({ fault }) => fault === 'not in the schema of the example',
    );
    const silent = placedExamples(full).filter(({ pointer, value }) => {
      const [name] = Object.keys(asObject(asList(value)[0] ?? value));
      return name !== undefined && !faulty.some((node) => node.pointer.startsWith(`${pointer}/`));
    });
    expect(silent).toEqual([]);
    const placed = new Set(placedExamples(full).map(({ pointer }) => pointer));
    const components = Object.keys(asObject(asObject(full['components'])['examples']));
    expect(components.filter((name) => !placed.has(join('/components/examples', name, 'value')))).toEqual([]);
  });

  it('every observed fact once all marks are lost', () => {
    const observedNodes = truthGate(full, serviceDocument).filter(({ origin }) => origin === 'observed');
    const stripped = JSON.parse(JSON.stringify(full).replaceAll('"x-evidence":', '"x-lost":')) as JsonObject;
    const faulty = truthGate(stripped, serviceDocument).filter(
      ({ fault }) => fault === 'unmarked and not in the document',
    );
    const pointers = new Set(faulty.map(({ pointer }) => pointer));
    expect(observedNodes.filter(({ pointer }) => !pointers.has(pointer))).toEqual([]);
  });
});
