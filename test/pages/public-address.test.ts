import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPublicAddress } from '../../server/pages/guard.ts'

const PUBLIC = `
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255
198.20.0.0 203.0.114.0 223.255.255.255
2000::1 2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:81b::200e 3ffe::1
::ffff:8.8.8.8 ::ffff:0808:0808 64:ff9b::8.8.8.8 64:ff9b::101:101`

const FORBIDDEN: Record<string, string> = {
  unspecified: '0.0.0.0 0.1.2.3 0.255.255.255 ::',
  loopback: '127.0.0.1 127.0.0.0 127.1.2.3 127.255.255.255 ::1',
  private: '10.0.0.0 10.255.255.255 172.16.0.0 172.20.10.1 172.31.255.255 192.168.0.0 192.168.255.255',
  'link-local': '169.254.0.0 169.254.169.254 169.254.255.255 fe80::1 febf::1 fe80::1%eth0',
  'shared by carriers': '100.64.0.0 100.100.100.200 100.127.255.255',
  'unique-local': 'fc00::1 fd00:ec2::254 fdff:ffff::1',
  'site-local': 'fec0::1 feff::1',
  multicast: '224.0.0.1 239.255.255.255 ff02::1 ff0e::1',
  broadcast: '255.255.255.255',
  reserved: '192.0.0.1 192.0.0.171 192.88.99.1 240.0.0.1 254.1.2.3 4000::1 8000::1 e000::1',
  benchmarking: '198.18.0.1 198.19.255.255 2001:2::1',
  documentation: '192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1',
  'IPv4-mapped': '::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:192.168.1.1',
  'IPv4-compatible': '::127.0.0.1 ::10.0.0.1 ::8.8.8.8',
  'IPv4-translated': '::ffff:0:127.0.0.1',
  NAT64: '64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe',
  'NAT64 for local use': '64:ff9b:1::1 64:ff9b:1::8.8.8.8',
  '6to4': '2002:7f00:1::1 2002:a00:1::1 2002:808:808::1',
  Teredo: '2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'discard and segment routing': '100::1 5f00::1',
  'no address': 'localhost 127.1 2852039166 1.2.3 1.2.3.4.5 256.1.1.1 0x7f.0.0.1 [::1] 8.8.8.8:80 :::1',
}

const addresses = (list: string) => list.trim().split(/\s+/)

describe('an address', () => {
  for (const ip of addresses(PUBLIC)) test(`${ip} is public`, () => assert.equal(isPublicAddress(ip), true))

  for (const [kind, list] of Object.entries(FORBIDDEN))
    for (const ip of addresses(list))
      test(`${ip} is not public: ${kind}`, () => assert.equal(isPublicAddress(ip), false))

  test('that is an empty text is not public', () => assert.equal(isPublicAddress(''), false))
})
