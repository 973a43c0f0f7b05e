import { foldWords } from '../fold-words.ts'
import { relativeWordsOf, type TimeUnit } from './relative-words.ts'

/** The names of units in many languages. A word that means different units in different languages needs the `locale`. */
const WORDS: Partial<Record<TimeUnit, string>> = {
  second:
    's sec secs second seconds sek sekunde sekunden seconde secondes seconden seg segundo segundos secondo secondi sekund sekunda sekundy sekunder сек секунда секунду секунды секунд sn saniye שנ',
  minute:
    'm min mins minute minutes minuten minuto minutos minuti minuut minut minuta minutę minuty minuter minutter minutt мин минута минуту минуты минут dk dakika דק',
  hour: 'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur godz godzina godzinę godziny godzin tim timme timmar hod hodina hodiny hodin ч час часа часов saat שע',
  day: 'd day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dagar dage dzień dni день дня дней gün',
  week: 'week weeks woche wochen semaine semaines semana semanas settimana settimane weken vecka veckor uge uger tydzień tygodnie tygodni неделя недели недель hafta',
  month: 'mo month months monat monate monaten mois mes meses mês mese mesi maand maanden månad månader måned måneder miesiąc miesiące miesięcy месяц месяца месяцев',
  year: 'y yr yrs year years jahr jahre jahren an ans année années año años ano anos anno anni jaar jr år rok lata lat лет',
} // biome-ignore format: a table
const SECONDS: Partial<Record<TimeUnit, number>> = {
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
}

/** Parts of a second. They are no `TimeUnit`, since nothing is dated by them. */
const PARTS_OF_SECOND: [seconds: number, words: string][] = [
  [
    1e-3,
    'ms msec msecs millisecond milliseconds millisekunde millisekunden milliseconde millisecondes milisegundo milisegundos millisecondo millisecondi millisekund millisekunder milisekunda milisekundy мс миллисекунда миллисекунды миллисекунд',
  ],
  [1e-6, 'µs microsecond microseconds мкс'],
  [1e-9, 'ns nanosecond nanoseconds нс'],
]

const UNITS = new Map(
  Object.entries(WORDS).flatMap(([unit, words]) =>
    words.split(' ').map(word => [foldWords(word), unit as TimeUnit] as const),
  ),
)
const PARTS = new Map(
  PARTS_OF_SECOND.flatMap(([seconds, words]) =>
    words.split(' ').map(word => [foldWords(word), seconds] as const),
  ),
)

/** Returns the seconds of a unit; null for months and years, whose length varies; undefined for other words. */
export function secondsOf(word: string, locale: string | undefined): number | null | undefined {
  const name = foldWords(word)
  const unit = (locale && relativeWordsOf(locale).units.get(name)) || UNITS.get(name)
  return unit ? (SECONDS[unit] ?? null) : PARTS.get(name)
}
