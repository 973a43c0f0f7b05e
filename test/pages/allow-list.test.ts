import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allowsAddress, allowsHost } from '../../server/pages/allow-list.ts'

describe('the allow-list', () => {
  const hosts: [entry: string, url: string, passes: boolean][] = [
    ['nas.lan', 'http://nas.lan/', true],
    ['nas.lan', 'https://nas.lan:8443/', true],
    [' NAS.lan ', 'http://nas.LAN./', true],
    ['nas.lan', 'http://other.nas.lan/', false],
    ['nas.lan', 'http://nas.lan.example.com/', false],
    ['nas.lan:8080', 'http://nas.lan:8080/', true],
    ['nas.lan:8080', 'http://nas.lan/', false],
    ['nas.lan:80', 'http://nas.lan/', true],
    ['nas.lan:443', 'https://nas.lan/', true],
    ['192.168.1.5', 'http://192.168.1.5:3000/', true],
    ['192.168.1.5:3000', 'http://192.168.1.5:3000/', true],
    ['192.168.1.5:3000', 'http://192.168.1.5:3001/', false],
    ['[fd00::5]:3000', 'http://[fd00::5]:3000/', true],
    ['fd00::5', 'http://[fd00::5]/', true],
    ['', 'http://nas.lan/', false],
  ]
  for (const [entry, url, passes] of hosts)
    test(`with "${entry}" ${passes ? 'names' : 'does not name'} ${url}`, () => {
      assert.equal(allowsHost([entry], new URL(url)), passes)
    })

  const ranges: [entry: string, ip: string, covers: boolean][] = [
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', 'fd00::1', false],
    ['192.168.1.5', '192.168.1.5', true],
    ['192.168.1.5', '192.168.1.6', false],
    ['fd00::/8', 'fd12::1', true],
    ['FD00:0::1', 'fd00::1', true],
    ['fd00::/8', '10.0.0.1', false],
    ['nas.lan', '10.0.0.1', false],
    ['10.0.0.1:8080', '10.0.0.1', false],
    ['10.0.0.0/99', '10.0.0.1', false],
  ]
  for (const [entry, ip, covers] of ranges)
    test(`with "${entry}" ${covers ? 'covers' : 'does not cover'} ${ip}`, () => {
      assert.equal(allowsAddress([entry], ip), covers)
    })
})
