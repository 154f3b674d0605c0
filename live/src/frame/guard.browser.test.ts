import { describe, expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { createGuard, HEAP_BYTES, TURN_MS } from './guard.ts';
import { createStart, linesOf, loadFrame, openFrame, startFrame } from './open-frame.ts';
import { runProgram } from './program.ts';

/** Programs that would never end. */
const ENDLESS: Readonly<Record<string, string>> = {
  'an empty loop': 'for (;;) {}',
  'a loop without a body': 'while (true);',
  'a loop that catches what it can': 'for (;;) { try { null.x; } catch {} }',
  'loops in loops that catch':
    'for (;;) { try { for (;;) { try { throw 1; } catch {} } } catch {} }',
  'a loop in what always runs': 'try { for (;;) {} } finally { for (;;) {} }',
  'a loop in microtasks': 'const again = () => Promise.resolve().then(again); await again();',
  'a loop that awaits nothing': 'for (;;) await null;',
  'recursion that catches the overflow':
    'const again = () => { try { again(); } catch {} again(); }; again();',
  'a generator without an end':
    'const all = (function* () { for (;;) yield 1; })(); for (const one of all);',
};

/** Runs a program with a clock that is a second further whenever somebody has looked often enough. */
async function runHere(source: string): Promise<{ reasons: unknown[]; failure: unknown }> {
  let time = 0;
  const reasons: unknown[] = [];
  const now = () => (time += 5);
  const { check } = createGuard((reason) => reasons.push(reason), { now, heap: () => 0 });
  const program = await commands.compileProgram({ 'sample.ts': source });
  const failure = await new Promise((resolve) =>
    runProgram(program, {}, check, () => resolve(undefined), resolve),
  );
  await vi.waitFor(() => expect(reasons).not.toEqual([]));
  return { reasons, failure };
}

describe('a program that would never end', () => {
  test.each(Object.entries(ENDLESS))('is stopped: %s', async (_, source) => {
    const { reasons } = await runHere(source);
    expect(reasons).toEqual(['loop']);
  });

  test.each([
    'for (;;) {}',
    'const again = () => Promise.resolve().then(again); again();',
    'performance.now = Date.now = () => 0; for (;;) { try { null.x; } catch {} }',
  ])('is stopped in a frame: %s', async (source) => {
    const element = await loadFrame();
    const start = await createStart(source);
    const frame = startFrame(element, start);
    expect(await frame.until('stopped')).toEqual({ type: 'stopped', reason: 'loop' });
    // The frame itself goes on.
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

  test('prints no more than somebody could read, and the rest is counted', async () => {
    const frame = await openFrame(`for (let i = 0; i < 3000; i += 1) console.log(i);`);
    await frame.until('done');
    expect(frame.lines()).toHaveLength(1001);
    expect(frame.lines().at(-1)).toBe('… (+2000)');
  });
});

describe('a program that goes on for good reason', () => {
  test('is left alone: timers, frames and messages', async () => {
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

  test('is left alone: work of half a second', async () => {
    const frame = await openFrame(`
      const end = performance.now() + 500;
      let sum = 0;
      while (performance.now() < end) sum += 1;
      console.log(sum > 0);
    `);
    await frame.until('done');
    expect(frame.lines()).toEqual(['true']);
  });
});

describe('the guard', () => {
  const createTime = () => {
    let time = 0;
    return { now: () => time, pass: (milliseconds: number) => (time += milliseconds) };
  };

  test('looks often enough when each round is slow', () => {
    const { now, pass } = createTime();
    const stopped = vi.fn();
    const { check } = createGuard(stopped, { now, heap: () => 0 });
    expect(() => {
      for (;;) {
        check();
        pass(50);
      }
    }).toThrow('stopped');
    expect(now()).toBeLessThan(TURN_MS + 100);
    expect(stopped.mock.calls).toEqual([['loop']]);
  });

  test('looks soon when rounds become slow', () => {
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

  test('ends what fills the memory', () => {
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

  test('looks seldom when rounds are fast', () => {
    const now = vi.fn(() => 0);
    const { check } = createGuard(() => {}, { now, heap: () => 0 });
    for (let i = 0; i < 100_000; i += 1) check();
    expect(now.mock.calls.length).toBeLessThan(100_000 / 50);
  });
});
