import { describe, expect, test, vi } from 'vitest';
import { createGuard, HEAP_BYTES, TURN_MS } from './guard.ts';
import { linesOf, openFrame } from './open-frame.ts';

describe('a program that would never end', () => {
  test('is stopped, even if it replaces the clocks', async () => {
    const frame = await openFrame(
      'performance.now = Date.now = () => 0; for (;;) { try { null.x; } catch {} }',
    );
    expect(await frame.until('stopped')).toEqual({ type: 'stopped', reason: 'loop' });
    // The iframe itself still responds.
    frame.post({ type: 'ping', id: 1 });
    await frame.until('pong');
    expect([frame.of('done'), frame.lines()]).toEqual([[], []]);
  });

  test('stays stopped: nothing of it runs in later turns', async () => {
    const frame = await openFrame(`
      let ticks = 0;
      setInterval(() => {
        console.log('tick');
        ticks += 1;
        if (ticks === 3) setTimeout(() => { for (;;) {} });
      });
    `);
    await frame.until('stopped');
    const { length } = frame.lines();
    expect(length).toBeGreaterThan(2);
    await linesOf('for (let i = 0; i < 30; i += 1) await new Promise((end) => setTimeout(end));');
    expect(frame.lines()).toHaveLength(length);
  });

  test('logs a limited number of lines, and the number of the others', async () => {
    const frame = await openFrame(`for (let i = 0; i < 3000; i += 1) console.log(i);`);
    await frame.until('done');
    expect(frame.lines()).toHaveLength(1001);
    expect(frame.lines().at(-1)).toBe('… (+2000)');
  });
});

describe('a program of many turns', () => {
  test('is not stopped: timers and messages', async () => {
    const frame = await openFrame(`
      let ticks = 0;
      const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
      const byTimer = () => {
        work(30);
        ticks += 1;
        if (ticks === 50) console.log('50 ticks');
        setTimeout(byTimer);
      };
      byTimer();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { work(5); port2.postMessage(0); };
      port2.postMessage(0);
    `);
    await frame.until('line');
    expect(frame.lines()).toEqual(['50 ticks']);
    expect(frame.of('stopped')).toEqual([]);
  });
});

describe('the guard', () => {
  const createTime = () => {
    let time = 0;
    return { now: () => time, pass: (milliseconds: number) => (time += milliseconds) };
  };

  test('checks the clock often when each round is slow', () => {
    const { now, pass } = createTime();
    const stopped = vi.fn();
    const { check } = createGuard(stopped, { now, heap: () => 0 });
    expect(() => {
      for (;;) {
        check();
        pass(50);
      }
    }).toThrow('stopped');
    expect(now()).toBeGreaterThan(TURN_MS);
    expect(now()).toBeLessThan(TURN_MS + 100);
    expect(stopped.mock.calls).toEqual([['loop']]);
  });

  test('checks the clock soon when rounds become slow', () => {
    const { now, pass } = createTime();
    const { check } = createGuard(() => {}, { now, heap: () => 0 });
    for (let i = 0; i < 10_000; i += 1) check();
    expect(() => {
      for (;;) {
        check();
        pass(10);
      }
    }).toThrow('stopped');
    expect(now()).toBeLessThan(TURN_MS + 700);
  });

  test('stops a program that fills the memory', () => {
    let time = 0;
    let heap = 50_000_000;
    const stopped = vi.fn();
    const { check } = createGuard(stopped, { now: () => (time += 2), heap: () => heap });
    heap += HEAP_BYTES;
    for (let i = 0; i < 100; i += 1) check();
    heap += 1;
    expect(() => {
      for (let i = 0; i < 1000; i += 1) check();
    }).toThrow('stopped');
    expect(stopped.mock.calls).toEqual([['memory']]);
  });

  test('rarely checks the clock when rounds are fast', () => {
    const now = vi.fn(() => 0);
    const { check } = createGuard(() => {}, { now, heap: () => 0 });
    for (let i = 0; i < 100_000; i += 1) check();
    expect(now.mock.calls.length).toBeLessThan(100_000 / 50);
  });
});
