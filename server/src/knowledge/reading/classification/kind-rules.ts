import type { Classification } from '../contract.ts';

type Kind = Classification['kind'];

/** Words that indicate a kind of document; `of` says where they count. */
export interface KindRule {
  kind: Kind;
  /** What was found, in the words of the reason. */
  found: string;
  pattern: RegExp;
  /** Points for each match. */
  points: number;
  /** The maximum number of points, however many matches there are. */
  most: number;
  /**
   * `text` counts everywhere, `title` in the title and the headings, `first` in the title and the first heading alone,
   * `name` in filename, path or address.
   */
  of: 'text' | 'title' | 'first' | 'name';
  /** Counts only if there is a match at least every `every` characters. */
  every?: number;
}

const rule = (
  kind: Kind,
  of: KindRule['of'],
  points: number,
  most: number,
  found: string,
  pattern: RegExp,
  every?: number,
): KindRule => ({ kind, of, points, most, found, pattern, ...(every !== undefined && { every }) });

/**
 * An amount of money. Most documents of a shop or an office contain some, so amounts alone do not make a price list.
 */
const AMOUNT = String.raw`(?:US)?[$€£¥₽]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|£|₽|USD|EUR|GBP|CHF|dollars?|euros?|Euro|руб|円|元|日元)`;
const TITLE_OF_PRICES =
  /\b(?:pricing|prices?|plans?|tariffs?|preise|tarife?|tarifs|prix|precios|planes|preços|prezzi)\b|цены|тарифы|价格|定价|料金|価格/gi;

/**
 * The words that distinguish the kinds, in English, German, French, Spanish, Portuguese, Italian, Russian, Chinese and
 * Japanese. Patterns are bounded, so the time is linear in the length of the text even if it is hostile.
 */
export const KIND_RULES: readonly KindRule[] = [
  rule(
    'paper',
    'title',
    4,
    4,
    'a heading “abstract”',
    /^(?:abstract|zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|аннотация|摘要|要旨|概要)$/gim,
  ),
  rule(
    'paper',
    'title',
    3,
    3,
    'a list of references',
    /^(?:\d+\.?\s+)?(?:references|bibliography|literatur(?:verzeichnis)?|références|referencias|referências|bibliografia|литература|参考文献)$/gim,
  ),
  rule(
    'paper',
    'title',
    1,
    3,
    'the sections of a paper',
    /^(?:\d+\.?\s+)?(?:introduction|related work|methods?|methodology|experiments?|discussion|conclusions?|einleitung|methode|introducción|метод|введение|方法|实验|結論|结论)$/gim,
  ),
  rule(
    'paper',
    'text',
    3,
    3,
    'the word abstract before a paragraph',
    /(?:^|\n)\s*(?:abstract|zusammenfassung|résumé|resumen|摘要|要旨)\s*[.:—–-]/gi,
  ),
  rule(
    'paper',
    'text',
    1,
    4,
    'citations',
    /\bet al\.|\[\d{1,3}(?:[,–-] ?\d{1,3})*\](?!\()|\((?:[A-Z]\p{Ll}+(?: and| &|,)? ?){1,3}\(?(?:19|20)\d\d\)/gu,
  ),
  rule(
    'paper',
    'text',
    2,
    4,
    'an arXiv number or DOI',
    /\barxiv:\s?\d{4}\.\d{4,5}|\bdoi:\s?10\.|doi\.org\/10\./gi,
  ),
  rule(
    'paper',
    'text',
    1,
    4,
    'the phrases of a study',
    /\bwe (?:propose|present|show that|prove|evaluate|study|investigate|introduce)\b|\bin this paper\b|\bour (?:method|approach|results|experiments)\b|\b(?:theorem|lemma|corollary)\b|\bwir (?:untersuchen|zeigen|schlagen)\b|\bnous (?:proposons|montrons|étudions)\b|\bproponemos\b|本文|本研究|本論文|мы предлагаем/gi,
  ),
  rule(
    'paper',
    'name',
    3,
    3,
    'an address of papers',
    /arxiv\.org|\/paper|doi\.org|openreview|aclanthology/gi,
  ),

  rule('pricing', 'first', 5, 5, 'a title about prices', TITLE_OF_PRICES),
  rule('pricing', 'title', 1, 2, 'headings about prices', TITLE_OF_PRICES),
  rule('pricing', 'text', 1, 2, 'amounts of money', new RegExp(AMOUNT, 'gi')),
  rule('pricing', 'text', 1, 3, 'little but amounts of money', new RegExp(AMOUNT, 'gi'), 100),
  rule(
    'pricing',
    'text',
    1,
    4,
    'prices for a unit or a time',
    new RegExp(
      String.raw`(?:${AMOUNT})[^.\n]{0,25}(?:(?:\b(?:per|a|each)|/)\s?(?:month|mo|year|yr|seat|user|hour|gb|request|million|1m|1k|thousand)\b|\b(?:pro|je) (?:monat|jahr|nutzer|million|stunde)|\bpar (?:mois|an|utilisateur|million)|\b(?:al|por) (?:mes|año|usuario|mês|millón|milhão)|\bal mese\b|в месяц|每月|每百万|ユーザーあたり)|(?:月額|每月)\s?(?:${AMOUNT})`,
      'gi',
    ),
  ),
  rule(
    'pricing',
    'text',
    2,
    4,
    'a price of a unit at the head of a table',
    /\b(?:USD|EUR|GBP|CHF|price|rate|cost|preis|prix|precio)\b[^.\n|]{0,20}(?:\b(?:per|pro|je|par|por)|\/) ?(?:month|year|seat|user|hour|gb|request|million|1m|1k|thousand|monat|jahr|stunde|mois|an|mes)\b[^.\n|]{0,20}\|/gi,
  ),
  rule(
    'pricing',
    'text',
    1,
    4,
    'the words of an offer',
    /\bfree (?:tier|plan|trial)\b|\bbilled\b|\bdiscounts?\b|\benterprise\b|\bcontact sales\b|\bsubscription\b|\bupgrade\b|\bvolume\b|\bkostenlos\b|\bRabatt\b|\bjährlich\b|\bgratuit\b|\bremise\b|\bgratis\b|\bdescuento\b|\bdesconto\b|бесплатн|скидк|免费|折扣|無料|割引|プラン|套餐/gi,
  ),
  rule('pricing', 'name', 3, 3, 'an address of prices', /pricing|prices|\/plans|tarif|preise/gi),

  rule(
    'benchmark',
    'title',
    4,
    4,
    'a title about a comparison by measurement',
    /\b(?:benchmarks?|leaderboard|performance (?:results|comparison|tests?)|load test|evaluation results|vergleichsmessung|leistungstest|rendimiento|desempenho|prestazioni)\b|бенчмарк|基准|评测|性能测试|ベンチマーク/gi,
  ),
  rule(
    'benchmark',
    'text',
    2,
    6,
    'names of benchmarks',
    /\b(?:MMLU|GSM8K|HumanEval|SWE-bench|HellaSwag|TruthfulQA|MT-Bench|GPQA|ARC-C|BIG-bench|MTEB|BEIR|TPC-[CH]|SPECint|Geekbench|sysbench|pgbench|YCSB|MLPerf)\b/g,
  ),
  rule(
    'benchmark',
    'text',
    1,
    5,
    'measures of speed or quality',
    /\b(?:p50|p95|p99)\b|\b(?:throughput|latency|latenz|durchsatz|latence|débit|latencia|latência|rendimiento)\b|\b(?:tokens?|requests?|queries|req|ops|anfragen|requêtes|peticiones)(?:\/s| per second| pro sekunde| par seconde| por segundo)\b|\b(?:accuracy|pass@\d|nDCG|F1|BLEU|ROUGE|exact match|win rate|Elo)\b|пропускная|задержк|吞吐|延迟|准确率|スループット|レイテンシ|正答率/gi,
  ),
  rule(
    'benchmark',
    'text',
    1,
    3,
    'the words of a measurement',
    /\bbenchmark(?:s|ed|ing)?\b|\bbaseline\b|\bhardware:|\bruns? (?:each|per)\b|\bwarm-?up\b|\bmedian of\b|\bmessung(?:en)?\b|\bmesures?\b|\bmediciones\b|测试环境|計測|測定/gi,
  ),
  rule('benchmark', 'name', 3, 3, 'an address of benchmarks', /bench|leaderboard|perf/gi),

  rule(
    'policy',
    'title',
    5,
    5,
    'a title of a policy or contract',
    /\b(?:privacy (?:policy|notice)|terms (?:of (?:service|use)|and conditions)|acceptable use|code of conduct|cookie policy|data processing|security policy|licen[cs]e(?: agreement)?|datenschutz(?:erklärung)?|nutzungsbedingungen|agb|impressum|politique de confidentialité|conditions (?:générales|d'utilisation)|política de (?:privacidad|privacidade)|términos|termos de uso|informativa sulla privacy|retention policy)\b|политика конфиденциальности|условия использования|隐私政策|服务条款|プライバシーポリシー|利用規約/gi,
  ),
  rule(
    'policy',
    'first',
    3,
    3,
    'a title of rules',
    /\b(?:polic(?:y|ies)$|privacy (?:notes?|rules)|regulations|house rules|code of practice|réglement|règlement|reglamento|regolamento|richtlinien?|ordnung|hausordnung|normas)\b|\p{L}+ordnung\b|政策|規定/gimu,
  ),
  rule(
    'policy',
    'text',
    1,
    6,
    'the words of law and rules',
    /\bpersonal (?:data|information)\b|\bgdpr\b|\bliab(?:le|ility)\b|\b(?:you|users?|customers?|employees) (?:agree|must not|may not|shall)\b|\bshall\b|\bwarrant(?:y|ies)\b|\bhereby\b|\bconsent\b|\bthird parties\b|\bgoverning law\b|\bcompliance\b|\bprohibited\b|\bretention\b|\bpersonenbezogene\b|\bDSGVO\b|\bHaftung\b|\bdonnées personnelles\b|\bRGPD\b|\bresponsabilité\b|\bdatos personales\b|\bdados pessoais\b|\bLGPD\b|\bdati personali\b|персональн|ответственност|согласи|个人信息|责任|同意|個人情報|禁止|責任/gi,
  ),
  rule(
    'policy',
    'name',
    3,
    3,
    'an address of policies',
    /privacy|terms|policy|policies|licen[cs]e|conduct|legal|copying|datenschutz/gi,
  ),

  rule(
    'documentation',
    'title',
    3,
    5,
    'the headings of a manual',
    /\b(?:install(?:ation|ing)?|getting started|quick ?start|usage|configuration|configure|api(?: reference)?|reference|parameters|options|arguments|returns|examples?|tutorial|how to|guide|manual|troubleshooting|faq|requirements|commands?|endpoints?|authentication|migration|installieren|einrichtung|konfiguration|anleitung|utilisation|démarrage|instalación|configuración|uso|instalação|configuração|installazione)\b|установка|настройка|руководство|安装|配置|使用|快速开始|指南|インストール|設定|使い方|はじめに/gi,
  ),
  rule(
    'documentation',
    'first',
    4,
    4,
    'a title of a handbook',
    /\b(?:handbook|runbook|playbook|handbuch|manuel|guía|guida)\b|手册|ハンドブック/gi,
  ),
  rule(
    'documentation',
    'text',
    1,
    4,
    'commands to type',
    /(?:^|\n)\s*(?:\$ |npm |pip |npx |yarn |cargo |docker |git clone|curl |brew |apt(?:-get)? |kubectl |go (?:get|install) )|\b(?:npm|pip|brew|cargo|apt-get|yarn|go) (?:install|add|get|i)\b/gi,
  ),
  rule('documentation', 'text', 1, 4, 'code in fences', /(?:^|\n)(?:```|~~~)[^\n]*\n/g),
  rule(
    'documentation',
    'text',
    1,
    4,
    'the words of instructions',
    /\b(?:run the (?:following )?command|set the|by default|defaults? to|environment variable|config(?:uration)? file|the following (?:example|command|options)|click|deprecated|see also|required|optional|returns? an?|flag|parameter|install(?:s|ed)?)\b|\b(?:Umgebungsvariable|Konfigurationsdatei|standardmäßig|Befehl|ausführen)\b|\b(?:variable d'environnement|par défaut|commande|exécutez)\b|\b(?:variable de entorno|por defecto|por padrão|ejecute|execute|comando)\b|команд|по умолчанию|переменн|默认|命令|环境变量|运行|デフォルト|コマンド|環境変数|実行/gi,
  ),
  rule(
    'documentation',
    'name',
    3,
    3,
    'an address of documentation',
    /docs?[./]|readme|guide|manual|reference|readthedocs|tutorial|install|\/api|wiki|howto|\.rst$/gi,
  ),

  rule(
    'article',
    'text',
    2,
    4,
    'a by-line or a date of publication',
    /(?:^|\n)(?:\*|_)*(?:by|von|par|por|di) \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b\d+[ -]min(?:ute)?s? read\b|\b(?:published|posted|updated|veröffentlicht|publié|publicado|pubblicato) (?:on|am|le|el|em|il)\b|(?:^|\n)\W{0,3}(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}|опубликовано|发布于|记者|投稿日|公開日/giu,
  ),
  rule(
    'article',
    'text',
    1,
    4,
    'a voice that tells',
    /\b(?:last (?:week|year|month)|yesterday|I (?:think|believe|remember|was|had|spent|learned|wanted)|we (?:learned|decided|realized|spent|moved|switched)|said|says|told|announced|according to|in my opinion|years ago)\b|\b(?:gestern|letzte Woche|sagte|laut|erklärte)\b|\b(?:hier|selon|a déclaré|la semaine dernière|a annoncé)\b|\b(?:ayer|según|dijo|anunció|la semana pasada|ontem|segundo|disse|anunciou|ieri|secondo|annunciato)\b|вчера|сообщил|заявил|по словам|昨天|表示|据|报道|宣布|昨日|発表|によると|思います|述べ/gi,
  ),
  rule(
    'article',
    'name',
    3,
    3,
    'an address of articles',
    /\/blog|\/news|\/posts?\/|\/article|medium\.com|\/20\d\d\/\d\d|magazine|story|stories/gi,
  ),
];
