import { fork, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { load } from '/work/main/test/bench/load.ts'
const start = (file: string, arg: string) => new Promise<any>(r => { const c = fork(file, [arg], {stdio:'inherit'}); c.once('message', (m:any) => r({...m, c})) })
const dir = mkdtempSync('/tmp/bench-')
const naive = await start('/work/main/test/bench/anchors/naive-call.mjs', dir + '/n.db')
const ours = await start('/work/main/test/bench/servers/winnow.ts', dir)
const cpu = (pid:number) => { const f = readFileSync(`/proc/${pid}/stat`,'utf8').split(') ')[1].split(' '); return (Number(f[11])+Number(f[12]))*10 }
for (let i=0;i<4;i++) for (const [n,s] of [['naive',naive],['ours',ours]] as const) {
  const c0 = cpu(s.c.pid); let l: any, k=0
  if (process.argv[2]==='wrk') { const o = execFileSync('wrk',['-t1','-c32','-d2s','-H',`X-API-Key: ${s.key}`, s.address+'/v1/null?username=abc']).toString(); l={perSecond:Number(/Requests\/sec:\s+([\d.]+)/.exec(o)![1])} }
  else l = await load(s.address + '/v1/null?username=abc', s.key, {connections: 32, seconds: 2})
  console.log(n, Math.round(l.perSecond), 'cpu us/req', ((cpu(s.c.pid)-c0)*1000/(l.perSecond*2)).toFixed(1))
}
naive.c.kill(); ours.c.kill()
