import type { Patch } from '../../sandbox/stages.js';
import { fromQuery } from './input.js';
import { CHANGING, checksOf, type Mutation } from './mutation.js';
import { rowsOf } from './words.js';

/** GET on the path of createOrder is declared: it reads. */
const REACHED_BY_GET = CHANGING.filter((id) => id !== 'createOrder');

/** Routes by path where the method is one of these and not declared; a query stands for a body that was not sent. */
const reachedBy =
  (methods: readonly string[]): Patch =>
  (reference) => ({
    route(request) {
      const declared = reference.route(request);
      if (declared !== undefined || !methods.includes(request.method)) return declared;
      return reference.route({ ...request, method: 'POST' });
    },
    readInput(operation, request) {
      const bare = operation.input === 'body' && request.body === '' && request.method !== operation.method;
      const body = bare ? JSON.stringify(fromQuery(operation, request.target)) : request.body;
      return reference.readInput(operation, { ...request, body });
    },
  });

export const METHODS: readonly Mutation[] = [
  {
    id: 'mutation-by-get',
    title: 'What is declared as POST acts on GET as well',
    breaks: rowsOf(REACHED_BY_GET),
    killedBy: checksOf('method', REACHED_BY_GET, 'other-method-does-not-act'),
    patch: reachedBy(['GET']),
  },
  {
    id: 'any-method-acts',
    title: 'What is declared as POST acts on PUT, PATCH and DELETE as well',
    breaks: rowsOf(['createOrder']),
    // Tried by the first method that a path does not declare: PUT here, GET on all others.
    killedBy: ['method/createOrder/other-method-does-not-act'],
    patch: reachedBy(['PUT', 'PATCH', 'DELETE']),
  },
];
