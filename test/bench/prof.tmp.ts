import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { load } from '/work/main/test/bench/load.ts'
const start = (file: string, arg: string, execArgv: string[]) => new Promise<any>(r => { const c = fork(file, [arg], {stdio:'inherit', execArgv}); c.once('message', (m:any) => r({...m, c})) })
const dir = mkdtempSync('/tmp/bench-')
const ours = await start('/work/main/test/bench/servers/winnow.ts', dir, ['--cpu-prof', '--cpu-prof-interval', '150', '--cpu-prof-dir=/tmp/prof'])
for (let i=0;i<3;i++) { const l = await load(ours.address + '/v1/null?username=abc', ours.key, {connections: 32, seconds: 2}); console.log(Math.round(l.perSecond)) }
ours.c.kill('SIGINT')
