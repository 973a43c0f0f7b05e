/** The text format in which Prometheus and its kin read metrics. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** A measured value, and what tells it from others of its name. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

/** Values of one name. */
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

/** Metrics as text; one without a value is left out. */
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
