import { describe, expect, it } from 'vitest';
import {
  checkAddress,
  checkNumber,
} from '../../../../src/renderer/src/screens/settings/checkSetting.ts';
import {
  checkSignIn,
  isInsecure,
  isProfileName,
  knownName,
} from '../../../../src/renderer/src/screens/signIn/checkSignIn.ts';

describe('checkNumber', () => {
  it('takes a whole number within the limits of the contract', () => {
    expect(checkNumber('concurrency', ' 8 ')).toEqual({ value: 8 });
  });
  it('takes for how many days deleted records are kept', () => {
    expect(checkNumber('trashDays', '90')).toEqual({ value: 90 });
    expect(checkNumber('trashDays', '0')).toEqual({ fault: { is: 'between', min: 1, max: 3650 } });
  });
  it('names the limits', () => {
    expect(checkNumber('concurrency', '9')).toEqual({ fault: { is: 'between', min: 1, max: 8 } });
    expect(checkNumber('inFlightWindowSeconds', '100000')).toEqual({
      fault: { is: 'between', min: 0, max: 86_400 },
    });
  });
  it.each(['', '1,5', '-1', 'ten'])('asks for a whole number instead of "%s"', (text) => {
    expect(checkNumber('pageSize', text)).toEqual({ fault: { is: 'whole' } });
  });
});

describe('checkAddress', () => {
  it('takes nothing, and http or https', () => {
    expect(checkAddress('')).toEqual({ value: '' });
    expect(checkAddress('https://files.example.com')).toEqual({
      value: 'https://files.example.com',
    });
    expect(checkAddress('ftp://x')).toEqual({ fault: { is: 'url' } });
    const value = 'http://files.example.com';
    expect(checkAddress(value)).toEqual({ fault: { is: 'unencrypted', value } });
    expect(checkAddress('http://localhost:1')).toEqual({ value: 'http://localhost:1' });
  });
});

describe('checkSignIn', () => {
  it('says what is missing, each at its field', () => {
    expect(checkSignIn({ url: '', email: ' ', password: '', unencrypted: false })).toEqual({
      url: 'url',
      email: 'email',
      password: 'password',
    });
    const account = { email: 'a', password: 'b', unencrypted: false };
    for (const url of ['two words', 'ftp://catalogue.example', 'https://'])
      expect(checkSignIn({ ...account, url })).toEqual({ url: 'urlShape' });
  });

  it('takes an address without a scheme', () => {
    const account = { email: 'a', password: 'b', unencrypted: false };
    for (const url of ['catalogue.example', 'catalogue', 'localhost:3000', '10.0.0.5:8080/api'])
      expect(checkSignIn({ ...account, url })).toEqual({});
    expect(isInsecure('catalogue.example')).toBe(false);
    expect(isInsecure('localhost:3000')).toBe(false);
  });

  it('T5: asks before a password goes out unencrypted', () => {
    const typed = { url: 'http://catalogue.example', email: 'a', password: 'b' };
    expect(checkSignIn({ ...typed, unencrypted: false })).toEqual({ unencrypted: 'unencrypted' });
    expect(checkSignIn({ ...typed, unencrypted: true })).toEqual({});
    expect(checkSignIn({ ...typed, url: 'http://localhost:3000', unencrypted: false })).toEqual({});
  });
});

describe('isInsecure', () => {
  it.each([
    ['http://catalogue.example.com', true],
    ['http://127.0.0.1:3000', false],
    ['http://localhost', false],
    ['https://catalogue.example.com', false],
    ['', false],
  ])('%s: %s', (url, expected) => {
    expect(isInsecure(url)).toBe(expected);
  });
});

describe('isProfileName', () => {
  it('takes what every system takes as a folder', () => {
    expect(['Łódź-2', 'a_b'].every(isProfileName)).toBe(true);
    expect(['', 'a/b', '..', 'a b'].some(isProfileName)).toBe(false);
  });
});

describe('knownName', () => {
  it('is that of a profile that is there, however it is written', () => {
    const profiles = [{ name: 'default' }, { name: 'Łódź' }];
    expect(knownName(profiles, 'Default')).toBe('default');
    expect(knownName(profiles, 'łódź')).toBe('Łódź');
    expect(knownName(profiles, 'other')).toBe('other');
  });
});
