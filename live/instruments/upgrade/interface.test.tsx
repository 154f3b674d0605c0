import { afterEach, describe, expect, test } from 'vitest';
import { press, show, showing, tidy } from '../shared/showing.ts';
import { Upgrade } from './upgrade.tsx';

afterEach(tidy);

const texts = (selector: string) => showing(selector).map(({ textContent }) => textContent);
const fates = () => showing('.entry').map(({ dataset }) => dataset.fate);

describe('the simulator', () => {
  test('begins with the first story, and shows any other', async () => {
    await show(<Upgrade language="en" />);
    expect(texts('[role=status]')).toEqual(['The values are lost.']);
    await press('.stories button:nth-of-type(2)');
    expect(texts('[role=status]')).toEqual(['The values are preserved.']);
    expect(showing('[aria-pressed=true]')).toHaveLength(1);
  });

  test('follows every control', async () => {
    await show(<Upgrade language="en" />);
    await press('.checks label:nth-child(2) input');
    expect(fates()).toEqual(['deleted', 'used']);
    await press('.choice:not(.checks) label:nth-child(4) input');
    expect(fates()).toEqual(['kept', 'kept', 'unwritten']);
    expect(texts('.code')[0]).toContain('version: 4');
    expect(showing('[aria-pressed=true]')).toEqual([]);
  });

  test('goes on from what is stored, and counts the visits until other entries are chosen', async () => {
    await show(<Upgrade language="en" />);
    await press('.end button');
    expect(texts('[role=status]')).toEqual(['Visit 2: The values are preserved.']);
    expect(fates()).toEqual(['used']);
    await press('.checks input');
    expect(texts('[role=status]')).toEqual(['The values are preserved.']);
  });

  test('shows what is thrown, and then there is nothing to go on from', async () => {
    await show(<Upgrade language="en" />);
    await press('.choice:nth-of-type(3) label:nth-child(5) input');
    expect(texts('.message')[0]).toContain('invalid-options');
    expect(showing('.end button')[0]).toHaveProperty('disabled', true);
  });

  test('speaks the language of the document', async () => {
    document.documentElement.lang = 'zh-CN';
    await show(<Upgrade />);
    expect(texts('[role=status]')).toEqual(['数据已丢失。']);
    document.documentElement.lang = '';
  });
});
