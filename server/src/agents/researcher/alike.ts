import { comparable, porterStem } from '../../search/search.ts';

/**
 * Words that say nearly the same when a fact is asked for and when it is stated: general ones of English, German, French
 * and Spanish, and of any subject; what a document is about is not here. Each is the beginning of a stem; one of up to
 * three letters, or with `$`, is the whole of it. They come from the languages, not from the questions of any set.
 */
const ALIKE =
  `cost price fee charge$ charged$ bill billed pay paid expens cheap tariff kost preis prix coût coûte tarif payer paie cuest precio pago gebühr revient
keep store retain retent save preserv held$ speicher aufbewahr bewahr lager$ gelager conserv garde guard almacen
arriv deliv ship$ shipment liefer livr land$ receiv erhalt
begin start launch commenc fang anfang debut démarr eröffn kick$ comienz empiez inici opening$
end finish expir terminat complet endet enden schluss closur termina abschluss clôtur läuft
stop ceas halt pause interrupt suspend stopp arrêt anhalt
switch shut retir sunset discontinu deprec decommission stillg abgeschalt abschalt betrieb
buy purchas order acquir bought procur kauf bestell beschaff achet command compr pedid
allow permit authoris authoriz forbid forbidden prohibit dürf darf erlaub zulass zuläss freigeg gestatt untersag verbot verbiet autoris interdit permis banned grant
respons owner owns charg lead contact zuständig verantwort kümmer responsab occup accountab
fast quick speed latenc slow schnell rapid vitess throughput
support fund sponsor financ grant pay paid
finanzier bezahl subvention
accuraci accur precis correctli right score
hardwar machin node server gpu acceler card$
server rechner serveur servidor
fix correct repair resolv behob beheb répar
outag incid unavail downtim fail panne ausfall störung crash breakdown
reason caus becaus due grund ursach raison
remov delet eras lösch supprim purg wipe discard threw entfern
need requir must necessari brauch benötig erforder nötig besoin nécess prerequisit necesit
locat region place site situat standort
max maximum limit most cap höchst ceil upper exceed überschreit dépass plafond
min minimum least mindest
power watt kw energi draw consum electr strom verbrauch
weigh weight kg heavi schwer wieg gewicht poid pes load tonn bear$
carri bear$ load$ hold$
gb gigabyt
tb terabyt
mb megabyt
reduc lower decreas halv drop fell fall cut$ shrank shrink senk gesenk reduzier baiss diminu
rais increas grow rise rose grew gestieg steig erhöh augment hauss
guarante promis commit assur garant pledg
vendor provid suppli supplier manufactur maker lieferant herstell fourniss anbiet proveed
certifi certif iso accredit
decid decis agre choos chose pick select settl entschied beschloss décid opt$
answer repli respons respond antwort répon
affect impact hit
author write verfass wrote written geschrieb schrieb
licenc licens lizenz
discount lower rebat cheaper rabatt remis nachlass
budget spend spent
loss lose lost perdu perd verlor verlust
warranti guarante gewähr garanti
reboot restart
replac successor supersed substitut instead ersetz ersatz nachfolg remplac vertret deput exchang swap
move migrat reloc shift umzug umzieh zieh verleg déménag déplac switch go$ goe
postpon delay late$ defer slip repouss report reporté décal verschob verzög retard
submit lodg einreich abgeb abzugeb remett soumett
bid tender offer quotat proposal angebot offre
deadlin due$ latest spätest frist échéanc
check inspect audit verifi examin überwach prüf kontroll contrôl vérif
test try tried tri trial experi evaluat erprob essai
maintain mainten servic wart gewartet instandhalt entretien
train teach taught instruct course einweis schul ausbild formation former forme
problem issu fault defect bug troubl mangel fehler défaut
warn alert alarm notif inform meld benachrichtig
staff employe worker colleagu crew team personnel mitarbeit
custom client user caller kund utilisat
meet confer besprech sitzung réunion
head manag boss director led$ leite leitung vorsitz chair diriger dirig jefe
car vehicl truck lorri van fahrzeug véhicul
ride trip journey travel fahrt reise trajet voyag
pictur imag photo photograph bild foto
penalti fine$ withheld deduct vertragsstraf
leav quit depart resign
absent away holiday vacat urlaub congé leave$
insulat dämm
wast garbag rubbish abfall abfäll déchet
noise loud noisi decibel lärm laut$ bruit
hot cold temperatur heat chill frozen kalt kühl chaud froid
high height tall höhe hoch hauteur
thick dick$ stärke épais
wide width broad breit largeur
long length länge longueur
last durat dauer laufzeit lasted
far distanc entfern
deep depth tief profond
size larg big volum groß größ grand
often frequenc interval häufig
recent newest latest
cancel annul withdrawn withdraw kündig resili stornier
access enter entry entranc admit admiss zutritt zugang accès
password kennwort passwort
member subscrib mitglied adhér abonn inscript enrol regist membership
refund reimburs erstatt rembours
borrow lend lent loan prêt emprunt verleih ausleih
return rendu rendre restitu zurückgeb rückgab
rent leas hire miet locat$ loue loyer
win won award
see$ visit$ visited tour besicht
book reserv buch$ buche booking
clean wash reinig nettoy
broke broken damag harm beschädig kaputt endommag
secur safe protect schutz sicher protég
encrypt verschlüssel chiffr
backup sauvegard sicherung
unnatur stiff awkward
truncat cut$ crop shorten
unchang unverändert without$
total altogeth overall insgesamt gesamt
copi replica duplicat kopie
hide hidden conceal
reject refus declin deni ablehn abgelehn rejet
approv accept sign agre consent genehm accord zustimm freigab
consist compris contain includ enthalt umfass compren contien
use run employ reli verwend nutz einsatz utilis
plan schedul vorgeseh geplant prévu
egress traffic outbound bandwidth
rotat renew renouvel
publish releas issu veröffentlich publi
rule regul polici vorschrift règl
salari wage gehalt lohn
tax vat steuer tva
invoic bill rechnung factur
contract agreement vertrag contrat
bound commit bind tied term$
seat sit$ capac platz plätz fass$ fasst sitzplatz place$ asiento
passeng peopl travel rider person
pressur druck pression
memori ram vram speicher mémoir
disk storag
cpu processor
school classroom
further addit extra zusätzlich weiter supplémentair adicional
continu prolong extend verlänger prolong
distinguish differenti discern unterscheid
dismantl demolish
road street straß
hire recruit einstell embauch
dismiss layoff entlass licenci
found establish set$ gegründ gründ fondé
attack breach intrus angriff attaqu
connect link attach anschl
install deploi einricht
old age$ alter
remain stay keep bleib rest$
guid accompani escort begleit
look read$ see$ view
work art œuvr tableau paint`
    .split('\n')
    .map((line) => line.split(' ').map(comparable));

const byLetters = new Map<string, { start: string; isWhole: boolean; group: number }[]>();
for (const [group, starts] of ALIKE.entries())
  for (const written of starts) {
    const beginning = written.replace('$', '');
    const isWhole = written !== beginning || beginning.length < 4;
    const start = porterStem(beginning);
    const key = start.slice(0, 2);
    byLetters.set(key, [...(byLetters.get(key) ?? []), { start, isWhole, group }]);
  }

/** The numbers of the groups that a stem belongs to. */
export function groupsOf(stem: string): number[] {
  const near = byLetters.get(stem.slice(0, 2)) ?? [];
  const found = near.filter(({ start, isWhole }) => (isWhole ? stem === start : stem.startsWith(start)));
  return [...new Set(found.map(({ group }) => group))];
}

/** Several words that say what one does. */
const PHRASES: readonly [word: string, phrases: RegExp][] = [
  [
    'responsible',
    /look(?:s|ed|ing)? after|tak(?:es?|en|ing) care of|took care of|in charge of|kümmer(?:t|n|e)? sich|s['’]occupe(?:nt)? d[eu]s?|se ocupan? de/,
  ],
  ['postpone', /put(?:s|ting)? (?:off|back)|push(?:ed|es)? back|held up/],
  ['submit', /hand(?:s|ed|ing)? in|turn(?:ed|s)? in/],
  [
    'shut',
    /(?:turn(?:s|ed|ing)?|switch(?:ed|es)?) off|shut(?:s|ting)? down|tak(?:en?|es) (?:down|out of (?:use|service))|go(?:es|ne)? away|went away|g[ai]ven? up|gives? up|außer betrieb|phas(?:ed|es?) out|done away with/,
  ],
  ['handover', /hand(?:s|ed|ing)? over|hand-overs?/],
  ['distinguish', /t(?:ell|old|ells|elling) apart/],
  ['continue', /t(?:ake|akes|ook|aken|aking) over|carr(?:y|ies|ied) on/],
  ['choose', /(?:go|goes|went|gone) for/],
  ['end', /r[ua]ns? out|com(?:es?|ing) to an end/],
  [
    'replace',
    /(?:stands?|standing|stood|fill(?:s|ed)?) in for|in (?:its|their|his|her) place|springt .{0,20} ein/,
  ],
  ['lower', /(?:went|go(?:es|ne)?|turn(?:ed|s)?|brought|brings?) down/],
  ['rise', /(?:went|go(?:es|ne)?) up/],
  ['discard', /thr(?:ew|own?|ows) (?:away|out)/],
  ['withheld', /(?:held|holds?|keeps?|kept) back/],
  ['budget', /(?:set|put) aside/],
  ['check', /(?:look(?:s|ed)?|check(?:s|ed)?) (?:in )?on/],
  ['cancel', /call(?:s|ed)? off/],
  ['recent', /up to date|as of/],
];
const ANY_PHRASE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PHRASES.map(([, { source }], at) => `(?<p${at}>${source})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** A text with one word for each of the known phrases. */
export function withoutPhrases(text: string): string {
  return text.replace(ANY_PHRASE, (...found) => {
    const groups = found.at(-1) as Record<string, string | undefined>;
    return PHRASES.find((_, at) => groups[`p${at}`] !== undefined)?.[0] ?? found[0];
  });
}
