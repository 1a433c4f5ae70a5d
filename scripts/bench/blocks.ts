import type { Block, Row } from './block.js';
import { decodingRows } from './decoding.js';
import * as contests from './in-process.js';
import { observeRows } from './observe.js';
import { constant, ordersOver, prism } from './orders-over-http.js';
import { transportRows } from './over-http.js';
import { docsRows, selftestRows } from './programs.js';
import { protections } from './protections.js';
import { compare } from './rounds.js';
import { atScale, overPrism } from './sandbox.js';
import { installedSize, oneFileSize, splitEntrySize } from './size.js';
import { startUp } from './start-up.js';
import { coldStart } from './whole-process.js';

/** In the order of the page. */
export const blocks: readonly Block[] = [
  {
    id: 'call',
    title: 'A call without a network',
    meaning:
      'A signed createOrder costs little more than the shortest code that does the same, on a transport that responds at once. Both sides sign with a KeyObject and `createHmac`, or with what replaces it here.',
    run: async () => [
      {
        what: 'signed createOrder / hand-written stringify + createHmac + JSON.parse',
        value: await compare(contests.overHandWritten),
        aim: 2.3,
        atMost: 2.6,
      },
      {
        what: 'the same / openapi-fetch with signing in middleware, standard Request',
        value: await compare(contests.overObviousBuild),
        atMost: 0.14,
      },
      { what: 'signing / createHmac with a KeyObject', value: await compare(contests.signing), atMost: 0.75 },
    ],
  },
  {
    id: 'decode',
    title: 'Decoding',
    meaning:
      'A response is decoded, with ids and decimals as the text that was sent, in about the time of JSON.parse, which would damage them.',
    run: decodingRows,
  },
  {
    id: 'protect',
    title: 'What each protection costs',
    meaning:
      'A call with the protection costs so many times one without it, on a transport that responds at once; a network takes far longer, and a journal waits for the disk twice per order.',
    run: protections,
  },
  {
    id: 'transport',
    title: 'A call over loopback',
    meaning:
      'CPU of a full signed call over that of the bare library with the same headers; the heap is what one call allocates.',
    run: transportRows,
  },
  {
    id: 'sandbox',
    title: 'The sandbox',
    meaning:
      "Orders per second of the sandbox, which keeps state and checks signatures, beside those of Prism's mock, which does neither, and of a bare node:http server that gives one constant response.",
    run: sandboxRows,
  },
  {
    id: 'selftest',
    title: 'The self-test of the conformance kit',
    meaning: 'Seconds for each server that the kit judges to prove itself; a time of this machine, not a ratio.',
    run: selftestRows,
  },
  {
    id: 'observe',
    title: 'Judging recorded traffic',
    meaning:
      'Seconds of `futures conformance observe` for a recording of 10 MB, from the start of the process to its report; a time of this machine, not a ratio.',
    run: observeRows,
  },
  {
    id: 'docs',
    title: 'The site',
    meaning: 'Seconds to build all pages; a time of this machine, not a ratio.',
    run: docsRows,
  },
  {
    id: 'start',
    title: 'Start',
    meaning:
      'Importing the package and making a first call, beside a client written by hand on node:http. The main entry loads everything that signs, sends, reads and retries; the diagnosis of a rejected signature is loaded at its first use.',
    run: startRows,
  },
  {
    id: 'size',
    title: 'Size',
    meaning: 'What a user of the client loads and installs.',
    run: sizeRows,
  },
];

async function sandboxRows(): Promise<readonly Row[]> {
  const pairs = await overPrism();
  const scale = await atScale();
  const atMost = { aim: 1.2, atMost: 2 };
  return [
    { what: 'in process / Prism, order and cancel pairs', value: pairs.inProcess, aim: 15, atLeast: 10 },
    { what: 'over HTTP / Prism, order and cancel pairs', value: pairs.overHttp },
    { what: 'over HTTP / Prism, orders, 16 connections', value: await ordersOver(prism), aim: 12, atLeast: 8 },
    {
      what: 'over HTTP / bare node:http, orders, 16 connections',
      value: await ordersOver(constant),
      aim: 0.6,
      atLeast: 0.45,
    },
    { what: 'time of a pair at 100,000 resting orders / at 1,000', value: scale.pair, ...atMost },
    { what: 'the same, getOpenOrders of another contract', value: scale.openOrders, ...atMost },
    { what: 'the same, changeLeverage of another contract', value: scale.leverage, ...atMost },
    { what: 'heap of 100,000 resting orders', value: scale.mebibytes, unit: 'MiB' },
  ];
}

async function startRows(): Promise<readonly Row[]> {
  const { importOnly, firstCall } = await startUp();
  const added = await coldStart();
  return [
    { what: 'import / hand-written', value: importOnly, aim: 1.5, atMost: 2.2 },
    { what: 'import and first call / hand-written', value: firstCall, aim: 1.8, atMost: 2.2 },
    { what: 'import, more than an empty process', value: added.importOnly, unit: 'ms' },
    { what: 'import and first call, more than an empty process', value: added.firstCall, unit: 'ms' },
  ];
}

async function sizeRows(): Promise<readonly Row[]> {
  const { packages, bytes, onDisk } = await installedSize();
  const oneFile = await oneFileSize();
  return [
    {
      what: 'everything but the signature diagnosis, as one file, minified and compressed',
      value: oneFile,
      unit: 'KiB',
      aim: 20,
      atMost: 24,
    },
    {
      what: 'what importing the main entry loads of the split build, minified and compressed',
      value: await splitEntrySize(),
      unit: 'KiB',
    },
    { what: 'packages that npm install brings', value: packages, atMost: 4 },
    { what: 'what they weigh, all files', value: bytes / 1e6, unit: 'MB', atMost: 3 },
    { what: 'what they weigh, on this disk', value: onDisk / 1e6, unit: 'MB' },
  ];
}
