import type { Language } from './language.ts';

export const hungarian: Language = {
  answer: 'valasz',
  before: 'tehat|ezert|igy|vegul|nem|varj|a|az|helyes|vegso|jo',
  is: 'van|lesz|ez|az|a|az az',
  option: 'opcio|lehetoseg|valasz|betu',
  or: 'vagy',
  and: 'es|valamint',
  not: 'nem|sem',
  right: '(?:a )?helyes(?: valasz)?',
  wrong: '(?:nem|hibas|helytelen|rossz)',
  but: 'hanem|de',
  because: 'mert|mivel',
  condition: 'ha',
  supposed: 'nem tudom',
  decimalComma: true,
};

export const finnish: Language = {
  answer: 'vastaus|(?:oikea|paras) vaihtoehto',
  before: 'siis|joten|siksi|lopullinen|oikea|ei|odota|paras',
  is: 'on|olisi|taytyy olla',
  option: 'vaihtoehto|vastaus|kirjain',
  or: 'tai|vai',
  and: 'ja|seka',
  not: 'ei|eivat|ei ole',
  right: 'on (?:oikein|oikea(?: vastaus)?)',
  wrong: '(?:ei ole|on vaarin|on vaara|eivat ole)',
  but: 'vaan|mutta',
  because: 'koska|silla',
  condition: 'jos',
  supposed: 'en tieda',
  decimalComma: true,
};

export const turkish: Language = {
  heading: 'cozum|sonuc',
  answer: 'cevap|cevabi|cevabim|yanit|yaniti|yanitim|(?:dogru|en iyi) (?:secenek|sik|secim)',
  before:
    'o halde|bu nedenle|bu yuzden|dolayisiyla|sonuc olarak|oyleyse|yani|hayir|dur|aslinda|dogru|nihai|son|en iyi|kesin',
  is: 'ise|olur|olmali|olacak|olarak',
  ends: "'?d[iıuü]r|'?t[iıuü]r| olur",
  option: 'secenegi|secenek|sikki|sik|cevap|harfi',
  or: 'veya|ya da(?: belki)?|yahut|yada|belki(?: de)?',
  and: 've|ile',
  not: 'degil|ne',
  right: '(?:sikki |secenegi )?(?:dogru(?:dur| cevaptir| cevap| yanittir| secenektir)?)',
  wrong: '(?:sikki |secenegi |sadece )?(?:degil|degildir|yanlis|yanlistir|olamaz|dogru degil)',
  but: 'aksine|ama',
  because: 'cunku|zira',
  choose: 'seciyorum',
  condition: 'eger|varsayalim',
  supposed: 'bilmiyorum|olabilir',
  decimalComma: true,
};

export const indonesian: Language = {
  answer:
    'jawaban(?:nya|ku)?|jawapan(?:nya)?|hasil(?:nya)? akhir|(?:pilihan|opsi) (?:yang )?(?:benar|tepat)(?:nya)?',
  before:
    'jadi|maka|oleh karena itu|dengan demikian|karena itu|kesimpulannya|akhirnya|tidak|tunggu|sebenarnya|maka dari itu|oleh itu',
  after:
    'yang (?:benar|tepat|betul|paling tepat)(?:nya)?|akhir(?:nya)?|saya|benar|untuk (?:soal|pertanyaan) ini',
  is: 'adalah|ialah|yaitu|yakni|seharusnya|haruslah',
  option: 'pilihan|opsi|huruf|jawaban',
  or: 'atau(?: mungkin)?|ataupun|mungkin',
  and: 'dan|serta',
  not: 'bukan|tidak|bukanlah|daripada|kecuali',
  right:
    '(?:adalah |merupakan )?(?:jawaban |pilihan |opsi )?(?:yang )?(?:benar|tepat|betul)(?:nya)?|adalah jawabannya',
  wrong: '(?:bukan|bukanlah|tidak|salah|adalah salah|keliru|tidaklah)',
  but: 'melainkan|tetapi|tapi',
  because: 'karena|sebab|kerana',
  choose: 'saya (?:pilih|memilih)',
  condition: 'jika|kalau|apabila|misalkan',
  supposed: 'apakah|tidak tahu|mungkin saja',
  decimalComma: true,
};

export const vietnamese: Language = {
  answer: 'dap an|cau tra loi|tra loi|dap so|(?:phuong an|lua chon) (?:dung|chinh xac|cuoi cung)',
  before: 'vay|vi vay|do do|vi the|cho nen|nen|tom lai|ket luan|cuoi cung|khong|khoan|thuc ra|nhu vay|suy ra',
  after: 'dung|chinh xac|cuoi cung|dung nhat|cua toi|cho (?:cau hoi|bai toan)(?: nay)?|se',
  is: 'la|phai la|chinh la|se la|bang',
  option: 'phuong an|lua chon|dap an|cau',
  or: 'hoac|hay|hoac la',
  and: 'va|cung nhu',
  not: 'khong|khong phai|khong phai la|chu khong phai|chang phai|thay vi|tru',
  right: '(?:la )?(?:dap an |phuong an |cau tra loi )?(?:dung|chinh xac)(?: nhat)?',
  wrong: '(?:khong|sai|la sai|khong phai|khong dung)',
  but: 'ma la|ma',
  because: 'vi|boi vi|do|bo?i',
  choose: 'toi chon|chon',
  condition: 'neu|gia su',
  supposed: 'lieu|khong biet|co the la',
  decimalComma: true,
};

export const swahili: Language = {
  answer: 'jibu|majibu|jawabu|chaguo sahihi',
  before: 'kwa hiyo|hivyo|basi|kwa hivyo|kwahiyo|mwishowe|hapana|subiri|kwa kweli|hatimaye',
  after: 'sahihi|la mwisho|langu|ni hili|lililo sahihi|sahihi zaidi|ya mwisho|letu|lake',
  is: 'ni|itakuwa|lazima iwe|litakuwa',
  option: 'chaguo|herufi|jibu|la|namba',
  or: 'au|ama',
  and: 'na|pamoja na',
  not: 'si|siyo|sio|wala|badala ya',
  right: 'ni (?:jibu |chaguo )?(?:sahihi|ndiyo jibu)|ndiyo jibu(?: sahihi)?|ndilo jibu(?: sahihi)?',
  wrong: '(?:si|siyo|sio|ni makosa|sio sahihi|si sahihi|haiwezi)',
  but: 'bali|lakini',
  because: 'kwa sababu|kwani',
  choose: 'nachagua|ninachagua',
  condition: 'kama|ikiwa',
  supposed: 'sijui|labda',
};

export const yoruba: Language = {
  answer: 'idahun|amona|adahun|anugo|asayan|esi',
  before: 'nitorina|nitori naa|bee|ni ipari|rara|ipari',
  after: "ti o to|to tona|ti o pe|to to|ikehin|mi|naa|t'o to|ti o tona",
  is: 'ni|je|yoo je',
  option: 'asayan|leta|idahun',
  or: 'tabi',
  and: 'ati',
  not: 'kii se|ki i se|ko|kii|kì í ṣe',
  right: 'ni (?:idahun|asayan)(?: (?:ti o|to) (?:to|tona|pe))?|ni o to',
  wrong: '(?:kii se|ko to|ko tona|ki i se|ko pe)',
  but: 'sugbon|bikose',
  because: 'nitori|nitori pe',
  condition: 'ti o ba je',
  supposed: 'emi ko mo',
};

export const tagalog: Language = {
  answer: 'sagot|kasagutan',
  before: 'kaya|samakatuwid|kung gayon|hindi|ang|tamang|huling|pinal na',
  after: 'ko|dito',
  is: 'ay',
  option: 'opsyon|titik|letra',
  or: 'o kaya',
  and: 'at saka',
  not: 'hindi|maliban sa',
  right: 'ang (?:tamang )?sagot|ay tama|ang tama',
  wrong: '(?:ay mali|ay hindi|hindi)',
  but: 'kundi|ngunit|pero',
  because: 'dahil|sapagkat|kasi',
  condition: 'kung',
  supposed: 'hindi ko alam',
};
