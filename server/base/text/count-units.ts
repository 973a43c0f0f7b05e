/** Words for powers of ten, in all languages. `_` stands for a blank. */
const UNITS: Record<number, string> = {
  3: `k thousand tsd tsd. tsg. dsd. tausend dausend dousend tuusig tusen tusind túsund tús. þúsund þ. duizend duisend tûzen
    de_mii mii mie mil mila mile mille milles millier millar millares miler milers milhares migghiaru mìg mìgia mìle mìltean mhìle míle mhíle
    miliad viliad n nghìn ngàn rb ribu libo ka_libo
    tys tys. tysac tysiąc tysiąca tysiące tysięcy tis tis. tisíc tisíca tisíce tisoč tisuća tisuće hilj. hiljada hiljade
    tūkst. tūkstantis tūkstančiai tūkstančio tūkstančių tūkstotis tūkstoši tuh tuhat tuhatta tuhháát duhát duháhat ezer
    hezar hjar mijë müň ming èwu taúzan ẹgbẹ̀rún inkulungwane
    χιλ χιλ. χιλιάδα χιλιάδες тыс тыс. тысяч тысяча тысячи тысячы тыһ. тыһыынча тис тис. тисяч тисяча тисячі
    хил. хиляди хиљ хиљ. хиљада хиљаде илј. илјада илјади мең миң мың минг мян мян. мянга пин эзар ҳазор ҳзр. հազար հզր ათ. ათასი
    אלף ألف آلاف هزار ھزار ہزار مىڭ हज़ार हजार हज ह के रोजा হাজার হাজাৰ হা ਹਜ਼ਾਰ હજાર ହଜାର ହ ஆயிரம் ஆ వేయి వేలు వే ಸಾವಿರ ಸಾ ആയിരം
    พัน ພັນ ពាន់ ထောင် ႁဵင် ሺ ሽ ሽሕ ꭲꮿꭶᏼꮅ 千 천`,
  4: 'หมื่น မိုၼ်ႇ သောင်း 万 萬 만',
  5: 'lakh lac लाख लख لاکھ লাখ লা ਲੱਖ લાખ แสน ແສນ သိန်း သႅၼ်',
  6: `mi mio mio. mió. mn mln mln. mill mill. milj milj. mil. jt juta yuta tr triệu de_milioane ka_milyon
    million millions millionen millionar millione millioner milliones millioon millioone millioun milliounen milliun milliuns
    millió millión milliónir milliún mhilliún milljuhne milljón milljónir millón millóns millones millean milleanan mhillean
    milhão milhões milhãu miliãu-ita milió milions milioi milioane miliono milionoj milione milioni miliuna miliuni
    milion miliona milionaj milionow milionu miliony milionów milionů milión milióna milióny miliónov
    milijon milijona milijonai milijonas milijoni milijono milijonov milijonų milijun milijuna miliwn
    miljoen miljon miljoner miljona miljonat miljoni miljonit miljons miljoona miljoonaa miljovn milyon milyan míliọn mílíọ̀nù isigidi
    εκ εκ. εκατομμύρια εκατομμύριο мил мил. млн млн. миллион миллиона миллионов милион милиона милиони мільйон мільйона мільйони мільйонів
    мільён мільёна мільёнаў мільёны мөл мөлүйүөн сая մլն միլիոն მლნ. მილიონი מיליון مليون ملايين ملين مىليون میلیون
    एम निजुत নিযুত ନିୟୁତ ନି மில்லியன் மி మిలియన్లు మిలియన్ మి ಮಿಲಿಯನ್ ಮಿ ദശലക്ഷം ล้าน ລ້ານ លាន သန်း လၢၼ်ႉ ሚሊዮን ሚልዮን ሚ ꭲᏻꮖꮧꮕꮫ`,
  7: 'cr crore करोड़ करोड क॰ कोटी کروڑ কোটি কো ਕਰੋੜ કરોડ ကုဋေ ဋေ',
  8: '億 亿 억',
  9: `bi bn md de_miliarde mia. mld mld. mrd mrd. mjd mlr. mlrd mlrd. mljrd. tỷ tỉ mil_m mil_millones mil_milhões mil_milhãu miler_de_milions milers_de_milions
    billion billions bilhão bilhões bilyon bilyan biliwn bilíọ̀nù bíliọn billean billeanan bhillean billiún bhilliún biliãu-ita ka_bilyon
    milliard milliards milliarda milliardar milliardas milliarde milliarden milliarder milliardir milliardo milliardos milliardu milliárd
    milljarde milljarðar milljarður miliard miliarda miliarde miliardi miliardo miliardoj miliardow miliardu miliardy miliardów
    miliardźe miliarźe miliárd viliard miliar milyar milyard milijard milijarda milijardai milijardas milijarde milijardi milijardo milijardų
    miljard miljards miljarder miljardi miljardia miljardit isigidi_sezigidi piliona
    δισ δισ. δισεκατομμύρια δισεκατομμύριο млд млрд млрд. милј. миллиард миллиарда миллиардов милиард милиарда милијарда милијарде милијарди
    мільярд мільярда мільярдаў мільярди мільярды мільярдів тэрбум միլիարդ մլրդ მლრდ. მილიარდი מיליארד مليار بلين مىليارد میلیارد ارب
    अब्ज अरब अ॰ बिलियन बि শত_কোটি শঃ_কোঃ ਅਰਬ અબજ ବି ଶହକୋଟି பில்லியன் பி బిలియన్లు బిలియన్ బి ಬಿಲಿಯನ್ ಬಿ ബില്യൺ
    พันล้าน ຕື້ ប៊ីលាន ႁဵင်လၢၼ်ႉ ቢሊዮን ቢልዮን ቢ ꭲꮿꮤꮃꮧꮕꮫ`,
  10: 'หมื่นล้าน မိုၼ်ႇလၢၼ်ႉ',
  11: 'แสนล้าน ख॰ खरब खर्व ਖਰਬ کھرب',
  12: `bio. billionen billioner billón billones billóns billió billjón billjónir bilió bilions bilioi billioner billionar billiounen billiuns biljoen biljoner biljoona biljoonaa
    nghìn_tỷ mila_miliardi mille_miliardi biliona biliony bilionów bilionu bilionů bilión bilióna bilióny biliónov bilijon bilijona bilijoni bilijonov bilijun bilijuna
    trillion trillions trilhão trilhões tri tril. trilion trilioane de_trilioane trilyon trln trln. trilijonas trilijono trilijonai trilijonų
    trilj. triljons triljoni triljon triljonit triliun trilioni trilliún thrilliún triliwn
    бил. билион билиона билиони трлн трлн. трилион трилиона триллион триллиона триллионов трильйон трильйона трильйони трильйонів
    трыльён трыльёна трыльёны трыльёнаў τρισ τρισ. τρισεκατομμύριο τρισεκατομμύρια
    ترليون تریلیون هزارمیلیارد טריליון டி டிரில்லியன் ట్రి ట్రిలియన్ ట్రిలియన్లు ട്രില്യൺ ଟ୍ରି ଲକ୍ଷକୋଟି লাখ_কোটি লা.কো. ಟ್ರಿ ಟ್ರಿಲಿಯನ್ ٹریلین
    ტრლ. ტრილიონი տրլն տրիլիոն ទ្រីលាន ລ້ານລ້ານ ລລ ትሪሊዮን ล้านล้าน 兆 조 万亿 萬億`,
}

/** Words for counted things, which identify the language of the text. */
const TURKISH = /abone|görüntüleme|izle[nmy]|beğen|yorum|yanıt|takip|gönderi/i
const INDONESIAN =
  /subscriber\b|pelanggan|tonton|tayang|suka|ikut|komentar|balasan|postingan|kiriman|pengguna|unduhan|terjual/i
const CATALAN = /subscriptor|visualitzacions|m[’']agrada|comentaris|seguidors|vídeos/i
const DANISH = /abonnent|visning|følger|kommentar|synes godt|video(?:er)?\b|opslag/i
const VIETNAMESE = /đăng ký|lượt|người|bình luận|thích|theo dõi|bài viết/i
const FINNISH = /tilaaj|näyttö|katselu|tykkäy|kommentti|seuraaj|julkaisu|videota/i
const HUNGARIAN = /feliratkoz|megtekint|követő|hozzászól|kedvel|tetsz|videó|bejegyzés/i
const ENGLISH = /\b(?:subscribers|views|likes|followers|following|videos|posts|comments|replies|members)\b/i
/** “Million” in nearly all languages that use the abbreviation. */
const ANY_LANGUAGE = /^/

type UnitMeaning = [beside: RegExp, power: number]

const THOUSAND_OR_BILLION: UnitMeaning[] = [
  [TURKISH, 3],
  [ENGLISH, 9],
]
const BILLION_OR_MILLION: UnitMeaning[] = [
  [INDONESIAN, 9],
  [ANY_LANGUAGE, 6],
]
const THOUSAND_OR_MILLION: UnitMeaning[] = [
  [CATALAN, 3],
  [ENGLISH, 6],
]

/** Abbreviations that mean different powers in different languages. The first language whose words stand beside the count decides. */
const AMBIGUOUS_UNITS = new Map<string, UnitMeaning[]>([
  ['B', THOUSAND_OR_BILLION],
  ['b', THOUSAND_OR_BILLION],
  ['M', BILLION_OR_MILLION],
  ['m', THOUSAND_OR_MILLION],
  ['t', [[DANISH, 3]]],
  ['T', [[VIETNAMESE, 9]]],
  ['t.', [[FINNISH, 3]]],
  ['E', [[HUNGARIAN, 3]]],
  ['L', [[ENGLISH, 5]]],
  ['bin', [[TURKISH, 3]]],
  ['Mr', [[TURKISH, 9]]],
])

/** English abbreviations, written directly behind the digits. */
const ATTACHED_UNITS = new Map([
  ['b', 9],
  ['m', 6],
])

/** These mean a power of ten in one language, but minutes, kilometres, days or another power in others. */
const UNCLEAR_UNITS = [
  'শত কো',
  ...'m. ma. м м. miu miu. min g h km mm dt kun mr kcr bilion bil. bill. bilj. bln bln. bió. tn trn'.split(
    ' ',
  ),
]

/** Units that some languages write before the number: `elfu 12`. */
const PREFIX_UNITS =
  'elfu|laki|milioni|bilioni|dubu|miliyan|biliyan|kuma|miiliyoona|biiliyoona|akpe|miliɔn|biliɔn|apem|mpem|ɔpepem|ɔpepepem|kotoku|ɩkotoku|ɩkt|kt|gakuli|gkl|bʊkuli|bkl|akulo|akl|ŋkulo|ŋkl|ද|දහස|මි|මිලියන|බි|බිලියන|ဋေ|b|m'

const POWERS = new Map(
  Object.entries(UNITS).flatMap(([power, words]) =>
    words.split(/\s+/).map(word => [word.replaceAll('_', ' '), Number(power)] as const),
  ),
)

/** Words that also mean something else: miles, months, hundredths of a cent, credits, "from". */
const OTHER_WORDS = new Set([
  ...'mile milles mi m. ma. miu. min km mm dt kun mr cr kcr md tr bio ming м м. के हा'.split(' '),
])

const LARGE_UNITS = new Set(
  [...POWERS.keys(), ...UNCLEAR_UNITS].filter(name => name.length > 1 && !OTHER_WORDS.has(name)),
)

/** Whether a word, with the dot of its abbreviation, means a thousand, a million or more, and nothing else. */
export function isLargeUnit(word: string): boolean {
  const name = word.toLowerCase()
  return LARGE_UNITS.has(name) || (name.endsWith('.') && LARGE_UNITS.has(name.slice(0, -1)))
}

const UNIT_NAMES = [...new Set([...POWERS.keys(), ...AMBIGUOUS_UNITS.keys(), ...UNCLEAR_UNITS])].toSorted(
  (one, other) => other.length - one.length,
)

/** Scripts without blanks between words, in which the counted noun follows the unit directly. */
const WITHOUT_BLANKS =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const alternatives = (names: string[]) =>
  names.map(name => name.replaceAll('.', '\\.').replaceAll(' ', '\\s+')).join('|')
const UNSPACED_NAMES = alternatives(UNIT_NAMES.filter(name => WITHOUT_BLANKS.test(name)))
const SPACED_NAMES = alternatives(UNIT_NAMES.filter(name => !WITHOUT_BLANKS.test(name)))

/** Italian likes are `Mi piace`, which does not mean millions. */
const UNIT_AFTER = new RegExp(
  `^(\\s*)(?!mi\\s+piace)((?:${UNSPACED_NAMES})(?!\\p{M})|(?:${SPACED_NAMES})(?![\\p{L}\\p{M}]|[’'-]\\p{L}))(\\d)?`,
  'iu',
)

/** Matches `12a` and `1,2È`, but not `3x`, which means three of something. */
const ATTACHED_LETTER = /^(?!x)\p{Script=Latin}(?![\p{L}\p{M}]|[’'-]\p{L})/iu

const UNIT_BEFORE = new RegExp(
  `(?:(?<![\\p{L}\\p{M}])(?:${PREFIX_UNITS})|\\p{Script=Tibetan})\\s{0,3}$`,
  'iu',
)

/**
 * Returns the power of ten of the unit beside a number, which stands in the text from `start` to `end`. Returns 0 if there
 * is no unit, and null if the unit is ambiguous.
 */
export function powerOfUnit(text: string, start: number, end: number): number | null {
  const rest = text.slice(end)
  if (UNIT_BEFORE.test(text.slice(0, start))) return null
  const [, blank = '', name = '', nextDigit] = UNIT_AFTER.exec(rest) ?? []
  if (!name) return ATTACHED_LETTER.test(rest) ? null : 0
  if (nextDigit) return null
  const meanings = AMBIGUOUS_UNITS.get(name)
  if (!meanings) return POWERS.get(name.toLowerCase().replace(/\s+/g, ' ')) ?? null
  const language = meanings.find(([words]) => words.test(text))
  return language?.[1] ?? (blank ? null : ATTACHED_UNITS.get(name.toLowerCase())) ?? null
}
