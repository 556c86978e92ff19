import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddresses } from '../setting-readers.ts';
import { clientAddress } from './client-address.ts';

const CASES: [
  what: string,
  trusted: string,
  connection: string,
  forwarded: string | undefined,
  client: string,
][] = [
  ['nobody is trusted', '', '10.0.0.7', '1.2.3.4', '10.0.0.7'],
  ['the connection is not of a trusted proxy', '10.0.0.7', '10.0.0.8', '1.2.3.4', '10.0.0.8'],
  ['a trusted proxy names the client', '10.0.0.7', '10.0.0.7', '1.2.3.4', '1.2.3.4'],
  ['a trusted proxy names nobody', '10.0.0.7', '10.0.0.7', undefined, '10.0.0.7'],
  ['the client says that it is someone else', '10.0.0.7', '10.0.0.7', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
  ['the client says that it is a proxy', '10.0.0.0/8', '10.0.0.7', '9.9.9.9, 1.2.3.4, 10.1.1.1', '1.2.3.4'],
  ['all of the way is trusted', '10.0.0.0/8', '10.0.0.7', '10.3.3.3, 10.1.1.1', '10.3.3.3'],
  ['a network of IPv6', 'fd00::/8', 'fd12::1', '2001:db8::5', '2001:db8::5'],
  ['IPv4 within IPv6', '127.0.0.0/8', '::ffff:127.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
  ['an address with a port', '10.0.0.7', '10.0.0.7', '1.2.3.4:5678', '1.2.3.4'],
  ['IPv6 in brackets with a port', '10.0.0.7', '10.0.0.7', '[2001:DB8::5]:443', '2001:db8::5'],
  ['what is no address', '10.0.0.7', '10.0.0.7', '1.2.3.4, unknown', '10.0.0.7'],
  ['an empty header', '10.0.0.7', '10.0.0.7', '', '10.0.0.7'],
  ['one address of several', '10.0.0.7, 10.0.0.9', '10.0.0.9', '1.2.3.4', '1.2.3.4'],
];
for (const [what, trusted, connection, forwarded, client] of CASES)
  test(`${what}: the client is ${client}`, () =>
    assert.equal(clientAddress(connection, forwarded, readAddresses(trusted)), client));

for (const value of ['proxy.example.com', '10.0.0.0/33', 'fd00::/129', '10.0.0', '10.0.0.0/', '10.0.0.0/-1'])
  test(`refuses ${value} as a trusted proxy`, () => assert.throws(() => readAddresses(value), /fd00::\/8/));
