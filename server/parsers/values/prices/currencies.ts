/** Signs and words of a single currency. Words of three or more letters are also recognized in capitals. */
const OF_ONE = `
AED:د.إ AFN:؋ ALL:Lek,lekë AMD:֏,драм AOA:Kz ARS:AR$ AUD:A$,AU$ AWG:Afl AZN:₼,manat BAM:KM BDT:৳,টাকা BGN:лв,лева
BHD:BD BMD:BD$ BND:B$ BRL:R$,reais BTN:Nu BZD:BZ$ CAD:CA$,cad CHF:Fr,SFr,sFr,chf,franken CLP:CLP$ CNY:人民币,RMB,CN¥
COP:COL$ CRC:₡ CZK:Kč,kč,koruna,korun,czk DKK:DKr,dkk DOP:RD$ DZD:DA,د.ج EGP:E£,ج.م,جن ERN:Nfk
EUR:€,euro,euros,eur,ευρώ,евро FJD:FJ$ GBP:gbp GEL:₾,ლარი GHS:GH₵,₵ GNF:FG GTQ:Qtz GYD:G$ HKD:HK$ HNL:Lps HRK:kuna
HUF:Ft,ft,FT,forint,huf IDR:Rp,rp,rupiah ILS:₪,ש"ח,ש״ח,שקל INR:₹,रुपये,रु,inr IRR:ریال IRT:تومان JMD:J$ JPY:円,JP¥,yen KES:KSh,Ksh KGS:сом
KHR:៛ KRW:₩,원 KWD:KD,د.ك KZT:₸,тг,тенге LAK:₭ LBP:ل.ل LKR:රු LYD:LD,ل.د MDL:leu MGA:Ar
MKD:ден MMK:Ks MNT:₮ MOP:MOP$ MRU:UM MVR:Rf MWK:MK MXN:MX$ MYR:RM MZN:MT NAD:N$ NGN:₦ NOK:NKr,nok NPR:रू NZD:NZ$
OMR:ر.ع PAB:B/ PEN:S/ PHP:₱ PLN:zł,ZŁ,Zł,złotych,pln PYG:₲ QAR:QR,ر.ق RON:ron RSD:дин,din RUB:₽,rub
SAR:SR,ر.س SEK:SKr,sek SGD:S$ SSP:SS£ SYP:S£ THB:฿,บาท,baht TND:DT,د.ت TOP:T$ TRY:₺,TL,Tl TTD:TT$ TWD:NT$,新台幣 TZS:TSh
UAH:₴,грн,гривень,гривен,гривні,uah UGX:USh USD:US$,U$S,$US,usd UYU:$U UZS:so'm,сум VND:₫,đ,Đ,vnđ,vnd,đồng VUV:VT WST:WS$ XAF:FCFA
XCD:EC$ YER:ر.ي ZAR:R,zar ZMW:ZK ZWL:Z$`

/** Signs and words whose currency depends on the region. Some stand for a single currency everywhere else. */
const BY_REGION = `
$,dollar,dollars US:USD CA:CAD AU:AUD NZ:NZD SG:SGD HK:HKD MX:MXN AR:ARS CL:CLP CO:COP TW:TWD
¥ JP:JPY CN:CNY
元 JP:JPY CN:CNY TW:TWD HK:HKD
kr,Kr,KR SE:SEK NO:NOK DK:DKK IS:ISK
₨,Rs,RS,rs IN:INR PK:PKR LK:LKR NP:NPR MU:MUR
Br BY:BYN ET:ETB
₤ GB:GBP IT:ITL
₶ FR:FRF
C$ CAD NI:NIO
£ GBP EG:EGP LB:LBP SY:SYP SD:SDG
جنيه EGP SD:SDG
руб,рублей,рубль,рубля,р,Р RUB BY:BYN
lei RON MD:MDL
Bs BO:BOB VE:VES
﷼,ريال IR:IRR SA:SAR OM:OMR YE:YER QA:QAR
درهم,DH,Dh,Dhs AE:AED MA:MAD
دينار IQ:IQD JO:JOD KW:KWD BH:BHD LY:LYD DZ:DZD TN:TND
peso,pesos MX:MXN AR:ARS CL:CLP CO:COP PH:PHP`

/** Codes that are also words or units. They count only if the text has no other words, like words of two letters. */
const WORDS_TOO = new Set(
  'ALL AMD BAM BOB BSD CUP CVE GEL KID LAK MAD MOP PEN PHP SAR SDG SOS STD TOP TRY'.split(' '),
)

const LETTERS = /^[A-Za-z]{1,2}$/
const WELL_KNOWN = new Set('kr Kr KR Ft ft FT TL Tl RM Rp rp Rs RS rs Fr'.split(' '))

/** The meaning of a sign or word beside an amount. */
export interface Currency {
  /** The ISO code, if it is certain without a region. */
  code: string | null
  /** The ISO codes by region. */
  regions: Readonly<Record<string, string>>
  /** Whether the word may not be a currency at all. */
  isDoubtful: boolean
}

/** The regions of what is a single currency everywhere. */
export const NO_REGIONS: Currency['regions'] = {}
const ofCode = (code: string, isDoubtful = false): Currency => ({ code, regions: NO_REGIONS, isDoubtful })
const isWordToo = (name: string) => WORDS_TOO.has(name) || (LETTERS.test(name) && !WELL_KNOWN.has(name))
const CURRENCIES = new Map<string, Currency>()

for (const code of Intl.supportedValuesOf('currency')) CURRENCIES.set(code, ofCode(code, true))
for (const entry of OF_ONE.trim().split(/\s+/)) {
  const [code = '', names = ''] = entry.split(':')
  for (const name of [code, ...names.split(',')]) CURRENCIES.set(name, ofCode(code, isWordToo(name)))
}
for (const line of BY_REGION.trim().split('\n')) {
  const [names = '', ...codes] = line.split(' ')
  const code = codes.find(one => !one.includes(':')) ?? null
  const regions = Object.fromEntries(codes.filter(one => one !== code).map(pair => pair.split(':')))
  for (const name of names.split(',')) CURRENCIES.set(name, { code, regions, isDoubtful: isWordToo(name) })
}

/** A dollar, pound or yen whose letters name no known country. */
const UNKNOWN: Currency = { code: null, regions: NO_REGIONS, isDoubtful: false }

/** Letters before a sign name a country, except in `10K€`, `10M€` and `10 T€`. */
const FOREIGN = /^(?![KMT] ?\p{Sc})[A-Z]{1,4} ?\p{Sc}$/u

/**
 * Returns the currency of a sign, word or ISO code, such as `€`, `US$`, `руб.` or `EUR`; undefined if it is not a currency.
 */
export function currencyOf(text: string): Currency | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  const known = CURRENCIES.get(name) ?? (name.length > 2 ? CURRENCIES.get(name.toLowerCase()) : undefined)
  if (known || !FOREIGN.test(name)) return known
  return CURRENCIES.get(name.replace(' ', '')) ?? CURRENCIES.get(name.slice(0, -1)) ?? UNKNOWN
}

const WITHOUT_FRACTION = new Set(
  'BIF CLP DJF GNF IDR ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)
const IN_THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Returns the number of decimal digits of a currency. Not taken from `Intl`, whose answer changes with its version. */
export function fractionOf(code: string | null): number {
  if (code === null) return 2
  return WITHOUT_FRACTION.has(code) ? 0 : IN_THOUSANDTHS.has(code) ? 3 : 2
}
