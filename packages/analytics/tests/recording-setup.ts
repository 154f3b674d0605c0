import type { Attributes, Client, Recording } from '@tuffet/analytics';
import { afterEach, beforeEach, vi } from 'vitest';
import { contract } from './contract.ts';
import { FakeServer } from './fake-server.ts';
import { createCounting, restorePage } from './page.ts';

const PAGE: Attributes = { siteLocation: 'https://tuffet.example/' };
export const INTERVAL = contract.constants.update_interval_ms;
export const MINUTE = 60000;

export let server: FakeServer;
export let client: Client;

beforeEach(openPage);
afterEach(restorePage);

export function openPage(): void {
  vi.useFakeTimers();
  server = new FakeServer();
  createClient();
}

export function createClient(options?: Parameters<typeof createCounting>[0]): void {
  client = createCounting(options);
}

/** From now on, requests go to a server that works. */
export function replaceServer(): void {
  server = new FakeServer();
}

/** Starts a record that has no id yet. */
export function start(): Recording {
  return client.record('domain', PAGE);
}

/** Starts a record and waits for its id. */
export async function record(): Promise<Recording> {
  const recording = start();
  await recording.id;
  return recording;
}

export function countUpdates(): number {
  return server.count('updateRecord');
}

/** Returns the times of the updates that are sent, in seconds after now. */
export async function listUpdates(seconds: number): Promise<number[]> {
  const start = Date.now();
  const known = server.sent.length;
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const updates = server.sent.slice(known).filter(({ operation }) => operation === 'updateRecord');
  return updates.map(({ at }) => (at - start) / 1000);
}
