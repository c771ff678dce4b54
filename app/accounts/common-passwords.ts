/**
 * Passwords that are guessed first: words that people everywhere choose, rows of the keyboard, names, teams and places
 * of Kenya, and all of them with a year or a few digits behind.
 */

/** Compared without capitals, look-alike digits and what stands before or behind; see `isCommonPassword`. */
const COMMON_WORDS = new Set(
  `
  password passwort passw passwd pass passphrase passcode mypassword yourpassword thepassword newpassword oldpassword
  passwordpassword passpass nopassword changeme changeit letmein letmeinnow openup opensesame welcome welcomehome
  welcomeback default defaultpassword temporary temppass guest guestguest secret secretsecret topsecret mysecret private
  access accessdenied security secure admin administrator adminadmin root rootroot superuser sysadmin manager master
  mastermaster user username useruser userpassword login loginlogin signin signup account myaccount computer internet
  website email gmail yahoo hotmail facebook instagram whatsapp twitter google youtube tiktok telegram netflix amazon
  microsoft windows android samsung iphone nokia huawei xiaomi tecno infinix oppo apple linux ubuntu server database
  qwerty qwertyu qwertyui qwertyuiop qwertyqwerty qwertz qwertzui qwertzuiop azerty azertyuiop asdf asdfasdf asdfgh
  asdfghj asdfghjk asdfghjkl asdfjkl zxcv zxcvbn zxcvbnm qweasd qweasdzxc qazwsx qazwsxedc wsxedc qaz wsx edc poiuytrewq
  lkjhgfdsa mnbvcxz poiuy lkjhg qwert asdfg zxcvb abcd abcde abcdef abcdefg abcdefgh abcdefghi abcabc abcdabcd aaaa
  football footballer soccer baseball basketball hockey tennis cricket rugby volleyball swimming boxing running karate
  fitness fitnessgym gymgym gymfitness workout training trainer crossfit cycling yoga muscle muscles bodybuilding
  strength strong stronger weights champion winner victory legend hero warrior fighter soldier hunter killer ninja
  samurai dragon monkey tiger lion leopard cheetah elephant rhino buffalo panther eagle falcon phoenix wolf shadow bear
  horse rabbit kitten puppy doggy butterfly dolphin spider snake cobra shark
  iloveyou ilove iloveu loveyou iloveme lovelove loveme loveforever mylove truelove lovely lover lovers sweetheart sweety
  sweetie honey honeyhoney darling babygirl babyboy baby babybaby princess prince queen king angel angels sunshine
  sunflower rainbow flower flowers rose roses beautiful beauty pretty cutie happy happiness smile forever friends
  bestfriend friendship family mother father mummy daddy mamapapa brother sister children
  jesus jesuschrist jesusislord jesuslovesme jesussaves godisgood godislove godisgreat godfirst ilovegod ilovejesus
  blessed blessing grace gracious amazinggrace faith hope faithhope hallelujah heaven praisegod allah alhamdulillah
  bismillah mashallah inshallah christ christian church prayer believe trustgod trustnoone mungu munguniwetu munguyupo
  nakupenda nakupendasana upendo mapenzi mpenzi asante asantesana karibu karibuni karibusana habari habariyako jambo
  jambobwana hakunamatata hakuna simba rafiki rafikiyangu mwanangu mtoto watoto kijana mrembo malaika furaha amani
  baraka neema tumaini imani nguvu nguvufitness nguvunguvu harambee uhuru kenyatta uhurukenyatta raila ruto kibaki
  kenya kenyakenya kenyan ilovekenya mykenya nairobi nairobikenya nairobicity mombasa kisumu nakuru eldoret thika kitale
  malindi kakamega machakos kiambu kajiado naivasha nanyuki nyeri embu meru garissa turkana maasai masaimara maasaimara
  kilimanjaro serengeti savanna safari safarirally safaricom airtel telkom mpesa equity tusker matatu bodaboda africa
  african eastafrica tanzania uganda rwanda swahili kiswahili gormahia afcleopards harambeestars
  arsenal arsenalfc gunners chelsea chelseafc liverpool liverpoolfc manchester manchesterunited manunited manutd
  mancity manchestercity tottenham barcelona realmadrid juventus bayern ronaldo cristiano cristianoronaldo messi neymar
  wanjiku wanjiru wambui wangari waithera njeri nyambura wairimu muthoni wangui wanjiko kamau mwangi njoroge kariuki
  kimani maina githinji njuguna karanja otieno odhiambo onyango omondi ochieng owino akinyi atieno achieng adhiambo
  awuor anyango wafula wekesa barasa simiyu nekesa nafula mutua musyoka kioko mutiso muthama mwende mwikali kiprono
  kipchoge kipchumba kiptoo cheruiyot chebet chepkemoi jeptoo jepkosgei hassan hussein mohamed muhammad abdullahi
  abdirahman fatuma amina aisha halima
  michael michelle jordan jordanjordan jennifer jessica ashley amanda daniel daniella andrew anthony joshua matthew
  david robert thomas william richard charles christopher christine christina catherine elizabeth margaret samantha
  stephanie alexander alexandra benjamin jonathan nicholas nicole natasha victoria veronica patricia barbara charlotte
  hannah maggie george joseph josephine emmanuel samuel samson solomon stephen peter peterpan patrick brian kevin dennis
  collins faith mercy mercymercy purity joy joyce gladys agnes caroline esther ruth rebecca rachel naomi winnie sharon
  lilian vivian beatrice florence eunice lucy grace ann mary jane john james paul mark luke
  superman superstar supergirl spiderman batman ironman wonderwoman starwars startrek pokemon pikachu minecraft fortnite
  callofduty matrix avatar hogwarts harrypotter mickey mickeymouse donald snoopy garfield scooby naruto onepiece
  chocolate cookie cookies candy sugar vanilla banana orange apple cherry strawberry pepper pumpkin cheese chicken pizza
  coffee chapati ugali nyamachoma samosa chai peanut
  summer winter autumn spring monday tuesday wednesday thursday friday saturday sunday january february march april june
  july august september october november december christmas newyear birthday holiday weekend
  money moneymoney millionaire billionaire rich richkid bigmoney cash dollar shilling success successful freedom liberty
  power powerful energy fire firefire diamond silver golden gold platinum crystal jewel
  mercedes toyota subaru honda nissan mazda bmw porsche ferrari lamborghini landcruiser motorcycle yamaha suzuki
  nothing something anything everything whatever whatsup nevermind forget forgetit iforgot iforgotit dontknow idontknow
  hello hellohello helloworld goodbye goodluck goodmorning thankyou please sorry maybe cool coolcool awesome fantastic
  amazing perfect excellent number numberone onetwothree testing testtest test tester testuser sample example demo
  student teacher school university college hospital office business company market
  blahblah blabla asshole bitch fuckyou fuckoff fuck sexy sexsex playboy hotgirl badboy badgirl goodboy goodgirl gangster
  gangsta rockstar rocknroll rapper hiphop guitar music dancer singer player gamer gaming
  trustno letitbe starlight moonlight midnight thunder lightning storm hurricane mustang corvette camaro maverick ranger
  scorpion gemini taurus aquarius leo virgo libra capricorn sagittarius pisces cancer aries
  `.match(/\S+/g),
);

/** Rows that hands run along, each read in both directions. */
const RUNS = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "147258369",
  "159357",
  "1a2b3c4d5e6f7g8h9i",
];

const LOOK_ALIKES: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** Digits and signs around a common word that make it no harder to guess: "Karibu2026!", "123kenya". */
const MAX_AROUND = 6;

/**
 * Whether a password is among those guessed first.
 * @param email its owner's address, whose parts are guessed first too
 */
export function isCommonPassword(password: string, email = ""): boolean {
  const lower = password.toLowerCase();
  return isRepeated(lower) || isRun(lower) || isCommonWord(lower) || isOwnAddress(lower, email.toLowerCase());
}

/** "aaaaaaaa", "12121212", "abcabcabc": a short piece again and again. */
function isRepeated(lower: string): boolean {
  return /^(.{1,4})\1+$/su.test(lower);
}

/** "12345678", "87654321", "qwertyuiop", "1q2w3e4r", and two such runs after one another. */
function isRun(lower: string): boolean {
  const rows = RUNS.flatMap((row) => [row, [...row].reverse().join("")]);
  const runs = (part: string) => part.length >= 3 && rows.some((row) => row.includes(part));
  const splits = Array.from({ length: lower.length + 1 }, (_, at) => [lower.slice(0, at), lower.slice(at)] as const);
  return splits.some(([first, second]) => (first === "" || runs(first)) && (second === "" || runs(second)));
}

function isCommonWord(lower: string): boolean {
  const core = withoutEnds(lower);
  return [core, withoutLookAlikes(core), withoutEnds(withoutLookAlikes(lower))].some((word) => COMMON_WORDS.has(word));
}

/** "p@ssw0rd" as "password". */
function withoutLookAlikes(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
}

/** What is left when a few digits and signs are taken from the ends, and gaps from the inside; nothing when they are many. */
function withoutEnds(text: string): string {
  const core = /[a-z].*[a-z]|[a-z]/s.exec(text)?.[0] ?? "";
  return text.length - core.length <= MAX_AROUND ? core.replace(/[ ._-]/g, "") : "";
}

function isOwnAddress(lower: string, email: string): boolean {
  if (email === "") return false;
  const name = email.split("@")[0] ?? "";
  return lower === email || (name.length >= 4 && lower.includes(name) && lower.length - name.length <= MAX_AROUND);
}
