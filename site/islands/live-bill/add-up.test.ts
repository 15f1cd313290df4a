import { describe, expect, test } from 'vitest';
import { costOfGoods, formatDollars, readAmount } from '#site/islands/live-bill/add-up.ts';

describe('the bill', () => {
  test('charges the cost of goods alone', () => {
    expect(costOfGoods(200, 30)).toBe(60);
    expect(costOfGoods(0, 30)).toBe(0);
    expect(costOfGoods(200, 100)).toBe(200);
  });

  test('rounds to the cent', () => {
    expect(costOfGoods(33.33, 33)).toBe(11);
  });

  test('keeps typed numbers within their limits and reads anything else as the least', () => {
    expect(readAmount('costPercent', '140')).toBe(100);
    expect(readAmount('menuValue', '-5')).toBe(0);
    expect(readAmount('menuValue', '')).toBe(0);
    expect(readAmount('menuValue', '87.50')).toBe(87.5);
  });

  test('speaks Australian dollars', () => {
    expect(formatDollars(1234.5)).toBe('$1,234.50');
  });
});
