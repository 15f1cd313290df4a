import { expect, test } from 'vitest';
import { networksOf } from './client-address.ts';

/** The smallest first. */
function namesOf(address: string | undefined): string[] {
  const { address: smallest, site, network } = networksOf(address);
  return [smallest, ...(site === null ? [] : [site]), network];
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:80', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::FFFF:0102:0304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:102:304', '1.2.3.4'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['64:FF9B:0:0:0:0:cb00:7107', '203.0.113.7'],
])('%s is the IPv4 address %s in its /24', (address, ipv4) => {
  expect(namesOf(address)).toEqual([ipv4, ipv4.replace(/\d+$/, '0/24')]);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2/64', '2001:db8:1:0/56', '2001:db8:1:0/48'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2/64', '2001:db8:1:0/56', '2001:db8:1:0/48'],
  ['2001:db8:1:2fa::1', '2001:db8:1:2fa/64', '2001:db8:1:200/56', '2001:db8:1:0/48'],
  ['2001:db8::1', '2001:db8:0:0/64', '2001:db8:0:0/56', '2001:db8:0:0/48'],
  ['::1', '0:0:0:0/64', '0:0:0:0/56', '0:0:0:0/48'],
  ['1:2:3::', '1:2:3:0/64', '1:2:3:0/56', '1:2:3:0/48'],
  ['fe80::1%eth0', 'fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0:0/48'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2/64', '2001:db8:1:0/56', '2001:db8:1:0/48'],
  ['[fe80::1%25eth0]', 'fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0:0/48'],
  ['64:ff9b:1::203.0.113.7', '64:ff9b:1:0/64', '64:ff9b:1:0/56', '64:ff9b:1:0/48'],
  ['::fffe:203.0.113.7', '0:0:0:0/64', '0:0:0:0/56', '0:0:0:0/48'],
])('%s is in %s, %s and %s', (address, ...networks) => {
  expect(namesOf(address)).toEqual(networks);
});

test.each(['unknown', '', undefined, '203.0.113.7:80:80', '[203.0.113.7', '1.2.3', 'a b', '::g'])(
  'what is no address counts as one network: %s',
  (address) => {
    expect(namesOf(address)).toEqual(['unknown', 'unknown']);
  },
);
