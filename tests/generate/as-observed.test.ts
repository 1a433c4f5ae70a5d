import { beforeAll, describe, expect, it } from 'vitest';
import { asObserved } from '../../scripts/generate/as-observed.js';
import { follow, type Json } from '../../scripts/generate/references.js';
import full from '../../generated/openapi.json' with { type: 'json' };
import shipped from '../../generated/openapi.observed.json' with { type: 'json' };

const order = '/fapi/v1/order';
let observed: Json;
beforeAll(() => void (observed = asObserved(full)));

const operationsIn = (document: Json): [string, Json][] =>
  Object.entries(document['paths'] as Json).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
  );

const copyWith = (change: (copy: any) => void): Json => {
  const copy = structuredClone(full);
  change(copy);
  return asObserved(copy);
};

describe('the bundle of what deployments were seen to accept', () => {
  it('has every operation, is shipped as it is made, and refers to nothing that it lacks', () => {
    expect(observed).toEqual(shipped);
    expect(operationsIn(observed).map(([name]) => name)).toEqual(operationsIn(full).map(([name]) => name));
    const references = JSON.stringify(observed).match(/"#\/[^"]+"/g)!;
    for (const $ref of references) expect(follow(observed, { $ref: JSON.parse($ref) })).toBeDefined();
  });

  it('has no GET with a body: its fields are parameters of the query, and required as before', () => {
    const bodies = operationsIn(observed).filter(([name, { requestBody }]) => name.startsWith('get ') && requestBody);
    expect(bodies).toEqual([]);
    const { properties, required } = full.components.schemas.GetOrderRequest;
    const parameters = observed['paths'][order].get.parameters as Json[];
    expect(parameters.map(({ name }) => name)).toEqual(Object.keys(properties));
    expect(parameters.filter((each) => each['required']).map(({ name }) => name)).toEqual(required);
    for (const each of parameters) expect(each).toMatchObject({ in: 'query', 'x-evidence': 'observed' });
    expect(observed['paths'][order].get.description).toMatch(/^Observed: /);
  });

  it('has an example of each result, the limits, and no header or range of statuses for a tool to stumble over', () => {
    for (const [name, { responses, parameters = [] }] of operationsIn(observed)) {
      const { examples } = follow(observed, responses['200'])['content']['application/json'];
      expect([name, Object.keys(examples ?? {}).length]).not.toEqual([name, 0]);
      expect(Object.keys(responses).filter((status) => status.endsWith('XX'))).toEqual([]);
      expect((parameters as Json[]).filter((each) => follow(observed, each)['in'] === 'header')).toEqual([]);
    }
    const limits = /"x-(?:weight|speed-limit|rate-limit)"/g;
    expect(JSON.stringify(observed).match(limits)).toEqual(JSON.stringify(full).match(limits));
  });

  it('signs what was seen as TRADE, and says so where the document declares no headers', () => {
    const said = operationsIn(observed).filter(([, operation]) => /Observed: signed/.test(operation['description']));
    const open = operationsIn(full).filter(([, operation]) => operation['security'].length > 1);
    expect(said.map(([name]) => name)).toEqual(open.map(([name]) => name));
    for (const [name, operation] of operationsIn(observed)) {
      const isPublic = operation['security'].length === 0;
      expect([name, operation['security']]).toEqual([
        name,
        isPublic ? [] : [{ apiKey: [], signature: [], timestamp: [] }],
      ]);
    }
  });

  it('follows the marks, and nothing else', () => {
    const unmarked = copyWith((copy) => delete copy.paths[order].get['x-observed-input']);
    expect(unmarked['paths'][order].get.requestBody).toBeDefined();
    const open = copyWith((copy) => delete copy.paths[order].get['x-security-type']);
    expect(open['paths'][order].get.security).toHaveLength(2);
    const moved = copyWith((copy) => (copy.paths['/fapi/v1/cancel'].post['x-observed-input'] = { in: 'query' }));
    expect(moved['paths']['/fapi/v1/cancel'].post.requestBody).toBeUndefined();
    expect(moved['components'].schemas.CancelOrderRequest).toBeUndefined();
  });
});
