/**
 * Sixty short questions that a new user might have, in several languages, with the wrong answer that is mistaken for the
 * right one, and the styles in which models say either. No question names a grader or asks for a form of the answer.
 */
export interface OwnQuestions {
  language: string;
  questions: readonly { input: string; expected: string; mistaken: string }[];
  styles: Readonly<Record<string, Style>>;
}

/** How a model says an answer; `at` is the place of the question, for styles that vary. */
export type Style = (said: string, at: number) => string;

interface Wording {
  language: string;
  /** What is asked about, each in every question below. */
  about: readonly string[];
  /** `%` is what is asked about; an answer for each of it. */
  asked: readonly (readonly [question: string, answers: readonly string[]])[];
  /** `%` is the answer. */
  styles: Readonly<Record<string, readonly string[]>>;
}

const WORDINGS: readonly Wording[] = [
  {
    language: 'English',
    about: [
      ...['the Alder lamp', 'the Birch desk', 'the Cedar chair', 'the Dahlia kettle', 'the Elm shelf'],
      ...['the Fern rug', 'the Gorse heater', 'the Hazel clock', 'the Iris mirror', 'the Juniper fan'],
      ...['the Larch stool', 'the Maple toaster'],
    ],
    asked: [
      [
        'How long is the warranty of %?',
        [
          '14 days',
          '30 days',
          '6 months',
          '1 year',
          '2 years',
          '90 days',
          '18 months',
          '3 years',
          '5 years',
        ].concat(['10 years', '60 days', '4 years']),
      ],
      [
        'Where is % made?',
        ['Portugal', 'Vietnam', 'Poland', 'Denmark', 'Turkey', 'Mexico', 'Italy', 'Japan', 'Canada'].concat([
          ...['Morocco', 'Estonia', 'New Zealand'],
        ]),
      ],
      [
        'Which plan includes repairs of %?',
        ['Basic', 'Team', 'Business Plus', 'Enterprise', 'Family', 'Student', 'Premium', 'Starter'].concat([
          ...['Non-profit', 'Pro', 'Trial', 'Partner'],
        ]),
      ],
      [
        'Whom do I ask about spare parts of %?',
        [
          'Dana Whitfield',
          'the returns desk',
          'Billing',
          'Omar Haddad',
          'the warehouse',
          "Sheila O'Connor",
        ].concat(['Priya Raman', 'Logistics', 'Sales', 'the front office', 'Tom Baker', 'Legal']),
      ],
      [
        'How is % paid for?',
        ['PayPal', 'bank transfer', 'credit card', 'invoice', 'gift card', 'direct debit', 'cash'].concat([
          ...['Apple Pay', 'cheque', 'instalments', 'store credit', 'Google Pay'],
        ]),
      ],
    ],
    styles: {
      terse: ['%'],
      sometimes: [
        ...[
          'Answer: %',
          'Thanks for your message! According to our help pages it is %. Happy to help further.',
        ],
        ...['Answer: %', 'Good question. For this one our records say %, as far as I can see.', 'Answer: %'],
      ],
      sentences: [
        'Thanks for reaching out! For this product, it is %. Do let me know if there is anything else.',
        'I checked this for you: % is what our documentation gives. Please keep your receipt.',
      ],
      markdown: ['### Result\n\n- **%**\n\nThis follows from section 7 of our help pages.'],
      reasoned: [
        'Let me look. The catalogue lists several cases.\n\nFor this one the entry reads %.\n\nSo that is what applies here, and nothing else is needed from you.',
      ],
      quoted: ['Certainly! “%” is what you are looking for. Anything else I can do?'],
      page: ['<p>In this case: <b>%</b></p>\n<p>See also our <i>terms of service</i>.</p>'],
    },
  },
  {
    language: 'German',
    about: [
      ...['die Lampe Ahorn', 'der Tisch Birke', 'der Stuhl Zeder', 'der Kocher Dahlie', 'das Regal Ulme'],
      ...['der Teppich Farn', 'der Ofen Ginster', 'die Uhr Hasel', 'der Spiegel Iris', 'der Lüfter Linde'],
      ...['der Hocker Lärche', 'der Toaster Mohn'],
    ],
    asked: [
      [
        'Wie lange ist die Garantie: %?',
        ['14 Tage', '30 Tage', '6 Monate', 'ein Jahr', 'zwei Jahre', '90 Tage', '18 Monate'].concat([
          ...['drei Jahre', '5 Jahre', '10 Jahre', '60 Tage', '4 Jahre'],
        ]),
      ],
      [
        'Wo wird das hergestellt: %?',
        ['Österreich', 'Polen', 'Dänemark', 'Türkei', 'Mexiko', 'Italien', 'Japan', 'Kanada'].concat([
          ...['Marokko', 'Estland', 'Portugal', 'Schweden'],
        ]),
      ],
      [
        'Welcher Tarif enthält die Reparatur: %?',
        ['Basis', 'Team', 'Geschäft', 'Familie', 'Studium', 'Premium', 'Einstieg', 'Verein', 'Profi'].concat([
          ...['Probe', 'Partner', 'Groß'],
        ]),
      ],
      [
        'Wer hat Ersatzteile: %?',
        ['Frau Weiß', 'Herr Müller', 'das Lager', 'der Empfang', 'Jörg Özdemir', 'die Buchhaltung'].concat([
          ...['der Vertrieb', 'die Rechtsabteilung', 'Anna Groß', 'der Versand', 'die Filiale', 'Ute Lang'],
        ]),
      ],
      [
        'Wie wird gezahlt: %?',
        ['Überweisung', 'Kreditkarte', 'Rechnung', 'Gutschein', 'Lastschrift', 'Barzahlung', 'PayPal'].concat(
          [...['Ratenzahlung', 'Scheck', 'Vorkasse', 'Nachnahme', 'Sofortkauf']],
        ),
      ],
    ],
    styles: {
      terse: ['%'],
      sentences: [
        'Vielen Dank für Ihre Anfrage! In diesem Fall gilt: %. Melden Sie sich gern wieder.',
        'Laut unserer Hilfeseite ist das % – bitte bewahren Sie den Beleg auf.',
      ],
      markdown: ['**Ergebnis**\n\n* %\n\nMehr dazu steht in Abschnitt 7.'],
      quoted: ['Gerne! „%“ steht dazu in unseren Unterlagen. Kann ich sonst noch helfen?'],
    },
  },
  {
    language: 'French',
    about: [
      ...['la lampe Aulne', 'le bureau Bouleau', 'la chaise Cèdre', 'la bouilloire Dahlia', 'le meuble Orme'],
      ...[
        'le tapis Fougère',
        'le poêle Genêt',
        'l’horloge Noisette',
        'le miroir Iris',
        'le ventilateur Tilleul',
      ],
      ...['le tabouret Mélèze', 'le grille-pain Érable'],
    ],
    asked: [
      [
        'Quelle est la durée de la garantie : % ?',
        ['14 jours', '30 jours', '6 mois', 'un an', 'deux ans', '90 jours', '18 mois', 'trois ans'].concat([
          ...['5 ans', '10 ans', '60 jours', '4 ans'],
        ]),
      ],
      [
        'Où est-ce fabriqué : % ?',
        [
          "l'Autriche",
          'la Pologne',
          'le Danemark',
          'la Turquie',
          'le Mexique',
          "l'Italie",
          'le Japon',
        ].concat([...['le Canada', 'le Maroc', "l'Estonie", 'le Portugal', 'la Suède']]),
      ],
      [
        'Quelle formule comprend la réparation : % ?',
        ['Essentiel', 'Équipe', 'Affaires', 'Famille', 'Étudiant', 'Privilège', 'Découverte'].concat([
          ...['Association', 'Pro', 'Essai', 'Partenaire', 'Entreprise'],
        ]),
      ],
      [
        'Qui contacter pour les pièces : % ?',
        ['Mme Lefèvre', 'M. Dubois', "l'entrepôt", "l'accueil", 'la comptabilité', 'Zoé Brûlé'].concat([
          ...['le service après-vente', 'le service juridique', 'Luc Morel', 'la boutique', 'Nadia Haddad'],
          'le siège',
        ]),
      ],
      [
        'Comment payer : % ?',
        ['virement', 'carte bancaire', 'facture', 'chèque', 'prélèvement', 'espèces', 'PayPal'].concat([
          ...['carte cadeau', 'paiement échelonné', 'avoir', 'mandat', 'à la livraison'],
        ]),
      ],
    ],
    styles: {
      terse: ['%'],
      sentences: [
        'Merci pour votre message ! Dans ce cas, c’est % qui s’applique. Bonne journée.',
        'D’après notre aide en ligne, la réponse correcte ici serait % ; gardez votre reçu.',
      ],
      markdown: ['**Résultat**\n\n- *%*\n\nVoir aussi la section 7.'],
      quoted: ['Bien sûr ! « % », d’après nos documents. Autre chose ?'],
    },
  },
  {
    language: 'Spanish',
    about: [
      ...['la lámpara Aliso', 'el escritorio Abedul', 'la silla Cedro', 'la tetera Dalia', 'el estante Olmo'],
      ...['la alfombra Helecho', 'la estufa Retama', 'el reloj Avellano', 'el espejo Lirio'],
      ...['el ventilador Tilo', 'el taburete Alerce', 'la tostadora Arce'],
    ],
    asked: [
      [
        '¿Cuánto dura la garantía de %?',
        ['14 días', '30 días', '6 meses', 'un año', 'dos años', '90 días', '18 meses', 'tres años'].concat([
          ...['5 años', '10 años', '60 días', '4 años'],
        ]),
      ],
      [
        '¿Dónde se fabrica %?',
        ['Portugal', 'Polonia', 'Dinamarca', 'Turquía', 'México', 'Italia', 'Japón', 'Canadá'].concat([
          ...['Marruecos', 'Estonia', 'Perú', 'España'],
        ]),
      ],
      [
        '¿Qué plan incluye la reparación de %?',
        ['Básico', 'Equipo', 'Negocio', 'Familia', 'Estudiante', 'Prémium', 'Inicio', 'Asociación'].concat([
          ...['Profesional', 'Prueba', 'Socio', 'Empresa'],
        ]),
      ],
      [
        '¿Quién tiene repuestos de %?',
        [
          'la señora Núñez',
          'el señor Peña',
          'el almacén',
          'la recepción',
          'contabilidad',
          'Zoe Ibáñez',
        ].concat([
          ...['ventas', 'el departamento legal', 'Luis Marín', 'la tienda', 'Nadia Haddad', 'la sede'],
        ]),
      ],
      [
        '¿Cómo se paga %?',
        ['transferencia', 'tarjeta de crédito', 'factura', 'cheque', 'domiciliación', 'efectivo'].concat([
          ...['PayPal', 'tarjeta regalo', 'a plazos', 'vale', 'giro postal', 'contra reembolso'],
        ]),
      ],
    ],
    styles: {
      terse: ['%'],
      sentences: [
        '¡Gracias por escribirnos! En este caso sería %. Que tenga un buen día.',
        'Según nuestra ayuda, aquí corresponde %; guarde el recibo, por favor.',
      ],
      markdown: ['**Resultado**\n\n- **%**\n\nVéase la sección 7.'],
      quoted: ['¡Claro! «%», según nuestros documentos. ¿Algo más?'],
    },
  },
  {
    language: 'Chinese',
    about: [
      ...['桤木台灯', '白桦书桌', '雪松椅子', '大丽花水壶', '榆木书架', '蕨草地毯', '金雀暖炉', '榛木挂钟'],
      ...['鸢尾镜子', '刺柏风扇', '落叶松凳子', '枫木烤面包机'],
    ],
    asked: [
      [
        '%的保修期是多久？',
        ['14天', '30天', '6个月', '一年', '两年', '90天', '18个月', '三年', '5年', '10年', '60天', '4年'],
      ],
      [
        '%在哪里生产？',
        [
          '葡萄牙',
          '越南',
          '波兰',
          '丹麦',
          '土耳其',
          '墨西哥',
          '意大利',
          '日本',
          '加拿大',
          '摩洛哥',
          '爱沙尼亚',
        ].concat(['新西兰']),
      ],
      [
        '哪个套餐包含%的维修？',
        [
          '基础版',
          '团队版',
          '商务版',
          '企业版',
          '家庭版',
          '学生版',
          '高级版',
          '入门版',
          '公益版',
          '专业版',
        ].concat(['试用版', '合作版']),
      ],
      [
        '%的备件找谁？',
        [
          '王芳',
          '退货处',
          '财务部',
          '李明',
          '仓库',
          '赵丽',
          '物流部',
          '销售部',
          '前台',
          '陈强',
          '法务部',
          '总部',
        ],
      ],
      [
        '%怎么付款？',
        [
          '支付宝',
          '银行转账',
          '信用卡',
          '发票',
          '礼品卡',
          '现金',
          '微信支付',
          '支票',
          '分期付款',
          '货到付款',
        ].concat(['积分', '代金券']),
      ],
    ],
    styles: {
      terse: ['%'],
      sentences: [
        '您好，感谢您的咨询！根据我们的资料应为%，如有其他问题请随时联系。',
        '经查询，该产品对应的是%哦。请保留好您的收据。',
      ],
      markdown: ['### 结果\n\n- **%**\n\n详见帮助页面第7节。'],
      quoted: ['好的！资料中写的是“%”。还有什么可以帮您？'],
    },
  },
];

/** The questions of each language, sixty each. */
export const ownQuestions: readonly OwnQuestions[] = WORDINGS.map(({ language, about, asked, styles }) => ({
  language,
  questions: asked.flatMap(([question, answers]) =>
    about.map((what, i) => ({
      input: question.replace('%', what),
      expected: answers[i] ?? '',
      mistaken: answers[(i + 1) % answers.length] ?? '',
    })),
  ),
  styles: Object.fromEntries(
    Object.entries(styles).map(([name, forms]) => [
      name,
      (said: string, at: number) => (forms[at % forms.length] ?? '').replace('%', () => said),
    ]),
  ),
}));

/**
 * What a model answers that is right in a share of the questions: it says the mistaken answer in every so-manieth one,
 * beginning with the `from`-th.
 */
export function answering(
  { questions, styles }: OwnQuestions,
  style: string,
  { wrongEvery, from }: { wrongEvery: number; from: number },
): (asked: { prompt: string }) => string {
  const say = styles[style];
  if (say === undefined) throw new Error(`There is no style ${style}.`);
  const at = new Map(questions.map(({ input }, i) => [input, i]));
  return ({ prompt }) => {
    const i = at.get(prompt) ?? 0;
    const { expected = '', mistaken = '' } = questions[i] ?? {};
    return say(i % wrongEvery === from ? mistaken : expected, i);
  };
}
