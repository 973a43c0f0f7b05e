/** The content type of the Prometheus text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** A measured value, with the labels that distinguish it from other values of the same metric. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

/** A metric: all values of one name. */
export interface Metric {
  name: string
  type: 'counter' | 'gauge'
  help: string
  samples: Sample[]
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const quoted = (text: string) => `"${text.replace(/[\\"\n]/g, character => ESCAPES[character]!)}"`

function sampleLine(name: string, { labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quoted(text)}`)
  return `${name}${pairs.length ? `{${pairs}}` : ''} ${value}`
}

/** Returns metrics in the Prometheus text format. Metrics without samples are left out. */
export const writeMetrics = (metrics: Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(sample => sampleLine(name, sample)),
    ])
    .map(line => `${line}\n`)
    .join('')
