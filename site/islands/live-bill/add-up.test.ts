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

  test('keeps typed numbers within their limits', () => {
    expect(readAmount('costPercent', '100')).toBe(100);
    expect(readAmount('costPercent', '101')).toBe(100);
    expect(readAmount('menuValue', '9,999')).toBe(9999);
    expect(readAmount('menuValue', '10,000')).toBe(9999);
    expect(readAmount('menuValue', '0')).toBe(0);
    expect(readAmount('menuValue', '-5')).toBe(0);
  });

  test.each([
    ['1,000', 1000],
    ['1 000', 1000],
    ['1\u00a0000', 1000],
    ['1.000', 1000],
    ["1'000", 1000],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ["1'234.50", 1234.5],
    ['1,234.50 AUD', 1234.5],
    ['1e3', 1000],
    ['1.5E+3', 1500],
    ['1k', 1000],
    ['$1.5K', 1500],
    ['$250', 250],
    ['$ 250.50', 250.5],
    ['A$250', 250],
    ['250 AUD', 250],
    ['250 kr', 250],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['.5', 0.5],
    ['0.125', 0.125],
    ['250,', 250],
    ['２５０', 250],
  ])('understands %s', (typed, amount) => {
    expect(readAmount('menuValue', typed)).toBe(amount);
  });

  test.each([
    ['33.333', 33.333],
    ['12,345 %', 12.345],
    ['33 %', 33],
  ])('a percentage has no thousands: %s', (typed, amount) => {
    expect(readAmount('costPercent', typed)).toBe(amount);
  });

  test('finds no number where there is none', () => {
    for (const typed of ['', ' ', '$', 'abc', '-', ',', '250-300', '1e3e3', '1x2', '2 or 3'])
      expect(readAmount('menuValue', typed)).toBeUndefined();
  });

  test('speaks Australian dollars', () => {
    expect(formatDollars(1234.5)).toBe('$1,234.50');
  });
});
