import type { Language } from './language.ts';

export const french: Language = {
  heading: 'solution|resultat',
  answer:
    'reponse|resultat final|(?:bonne|meilleure) (?:option|proposition|solution|affirmation)|(?:option|proposition|choix|lettre) (?:correcte?|exacte|finale?)',
  before:
    "donc|ainsi|alors|par consequent|en conclusion|finalement|enfin|non|attendez|en fait|la|le|l'|ma|notre|bonne|meilleure|je (?:pense|crois|conclus) que",
  after: 'correcte?|exacte?|finale?|juste|definitive|definitif|est donc|a la question',
  is: "est (?:la suivante|le suivant|comme suit)|est|c'est|serait|doit etre|etait|vaut|sera|est donc|est bien|est alors",
  option: "l'option|option|la lettre|lettre|la reponse|reponse|proposition|la proposition|choix|le choix",
  or: 'ou(?: bien| peut-etre)?|peut-etre|soit',
  and: 'et|ainsi que',
  not: "pas|n'est pas|non|ne|ni|plutot que|au lieu de|sauf",
  right:
    'est(?: donc| bien)? (?:la |le )?(?:bonne |meilleure )?(?:correcte?|exacte?|juste|vraie?|reponse|option|proposition)(?: (?:correcte|exacte|finale))?|est la bonne',
  wrong: "n'est pas|ne sont pas|(?:est|sont) (?:fausse?s?|faux|incorrecte?s?|eliminee?s?|exclue?s?)|ne peut",
  but: 'mais|cependant|toutefois|pourtant',
  because: 'parce que|car|puisque|en raison',
  choose: 'je choisis|je selectionne|on choisit',
  condition: 'si|supposons',
  supposed: 'je ne sais pas|peut-etre que|pourrait etre|on pourrait',
  no: 'non plus|non|pas du tout',
  leaves: 'il (?:ne )?reste(?: donc| plus| alors| que| plus que){0,3}',
  left: 'reste(?: seule?)?|est la seule (?:qui reste|restante)|demeure',
  order: '(?:ordre|liste|classement|sequence|suite)(?: (?:des|de|du|de la) [a-z]{3,15})?',
  wait: 'attendez|attends|un instant|minute|hm+|oups|pardon|desole|excusez-moi|en fait|plutot|ou plutot',
  so: 'donc|ainsi|alors|par consequent|soit|fait|font|total|reste',
  question: 'question|probleme|exercice',
  scales: '12 douzaines?; 1e3 mille; 1e9 milliards?',
  lead: 'malheureusement|helas|(?:je suis |nous sommes )?(?:desole|navre)e?s?|(?:je|nous) regrett(?:e|ons)|bonjour|merci pour votre question',
  sure: 'bien sur(?: que)?|certainement|absolument|evidemment|naturellement|tout a fait|bien entendu(?: que)?|sans aucun doute|effectivement|exactement',
  notSo: 'pas(?: du tout)?',
  impossible:
    "(?:ce|cela|ca) n'est(?: malheureusement)? pas(?: malheureusement)? (?:possible|le cas)|c'est(?: malheureusement)? impossible|pas possible|(?:nous )?ne (?:le )?proposons pas(?: cela)?",
  possible: "c'est(?: tout a fait| bien)? possible",
  included: 'incluse?s?|comprise?s?|y compris|dont|plus|hors',
  tax: 'tva|taxes?',
  offer:
    "n'hesit(?:e|ez) pas|dites-moi|dis-moi|(?:voulez|souhaitez|veux|souhaites)-(?:vous|tu)|j'espere que (?:cela|ca)|si (?:vous|tu)[^.!?]{0,60}?,? (?:je peux|dites|dis|n'hesit)|faites-moi savoir|fais-moi savoir",
};

export const spanish: Language = {
  heading: 'solucion|resultado',
  answer:
    'respuesta|resultado final|(?:opcion|alternativa|letra) (?:correcta|final|adecuada)|mejor (?:opcion|alternativa)',
  before:
    'por lo tanto|por tanto|entonces|asi que|asi|en conclusion|finalmente|luego|no|espera|en realidad|la|el|mi|nuestra|creo que|pienso que|concluyo que|mejor',
  after: 'correct[ao]|final|definitiv[ao]|adecuad[ao]|a la pregunta|al problema',
  is: 'es (?:la siguiente|el siguiente|como sigue)|es|seria|sera|debe ser|era|es la|es el|es entonces|corresponde a',
  option: 'la opcion|opcion|la letra|letra|la respuesta|alternativa|la alternativa|la|el inciso|inciso',
  or: 'o(?: bien| quizas?| tal vez)?|u|quizas?|tal vez',
  and: 'y|e|asi como',
  not: 'no|ni|no es|tampoco|en lugar de|en vez de|excepto|salvo',
  right:
    'es(?: la| el)? (?:(?:opcion|respuesta|alternativa) )?(?:correcta?|correcto|verdadera)|es la respuesta(?: (?:correcta|final))?',
  wrong:
    '(?:no (?:es|son|puede))|(?:es|son|esta|estan) (?:incorrect[ao]s?|falsa?s?|falso|descartad[ao]s?|equivocad[ao])',
  but: 'sino|pero|sin embargo|aunque',
  because: 'porque|ya que|puesto que|dado que|debido a',
  choose: 'elijo|escojo|selecciono|me quedo con',
  condition: 'si|supongamos',
  supposed: 'no se|podria ser|se podria',
  no: 'no|tampoco|para nada',
  leaves: '(?:solo |solamente |unicamente )?queda(?: solo| entonces| solamente| unicamente| la opcion){0,2}',
  left: 'queda|es la unica (?:que queda|opcion que queda|restante|opcion restante)',
  order: '(?:orden|lista|secuencia|clasificacion)(?: de (?:los |las |la )?[a-z]{3,15})?',
  wait: 'espera|espere|un momento|momento|hm+|perdon|lo siento|disculpa|ups|en realidad|mejor dicho',
  so: 'por lo tanto|por tanto|entonces|asi que|asi|luego|da|son|total|quedan',
  question: 'pregunta|problema|ejercicio',
  scales: '12 docenas?; 1e3 mil; 1e6 millon(?:es)?; 1e9 mil millones',
  lead: 'lamentablemente|desafortunadamente|desgraciadamente|por desgracia|lo (?:siento|sentimos)(?: mucho)?|disculpe|perdon|me temo que|hola|bueno',
  sure: 'claro(?: que)?|por supuesto(?: que)?|desde luego(?: que)?|ciertamente|sin duda|efectivamente|naturalmente|absolutamente|definitivamente',
  impossible:
    '(?:(?:eso|esto),? )?(?:lamentablemente |por desgracia |desgraciadamente )?no (?:es|resulta) posible|(?:eso |esto )?es imposible|(?:(?:eso|esto) )?no se puede|no (?:lo )?ofrecemos(?: eso| esto)?|no es el caso',
  possible: '(?:(?:eso|esto) )?(?:si )?es posible|si se puede',
  included: 'incluid[ao]s?|incluyendo|mas|sin',
  tax: 'iva|impuestos?',
  offer:
    '(?:avisame|aviseme|hazme saber|hagame saber|dime|digame)(?: si)?|no dudes? en|(?:te|le) gustaria|quieres que|quiere que|espero que (?:esto|te|le)|si (?:quieres|deseas|necesitas)[^.!?]{0,60}?,? (?:puedo|dime|avisame)',
};

export const portuguese: Language = {
  heading: 'solucao|resultado',
  answer:
    'resposta|gabarito|resultado final|(?:opcao|alternativa|letra) (?:correta|final|certa)|melhor (?:opcao|alternativa)',
  before:
    'portanto|logo|assim|entao|por isso|em conclusao|finalmente|nao|espere|na verdade|a|o|minha|nossa|acho que|acredito que|concluo que|melhor',
  after: 'corret[ao]|cert[ao]|final|definitiv[ao]|a pergunta|a questao|do problema',
  is: 'e (?:a seguinte|o seguinte)|e|seria|sera|deve ser|era|e a|e o|e entao|corresponde a',
  option: 'a opcao|opcao|a letra|letra|a resposta|alternativa|a alternativa|item',
  or: 'ou(?: entao| talvez)?|talvez',
  and: 'e|bem como',
  not: 'nao|nem|nao e|em vez de|ao inves de|exceto',
  right:
    'e(?: a| o)? (?:(?:opcao|resposta|alternativa) )?(?:corret[ao]|cert[ao]|verdadeira)|e a resposta(?: (?:correta|certa|final))?|esta (?:corret[ao]|cert[ao])',
  wrong:
    'nao (?:e|sao|esta|estao|pode)|(?:e|sao|esta|estao) (?:incorret[ao]s?|errad[ao]s?|falsa?s?|falso|descartad[ao]s?)',
  but: 'mas|e sim|porem|contudo|no entanto',
  because: 'porque|pois|ja que|uma vez que|visto que|devido a',
  choose: 'escolho|seleciono|fico com',
  condition: 'se|suponha',
  supposed: 'nao sei|poderia ser',
  no: 'nao|tambem nao|de modo algum',
  leaves: '(?:so )?resta(?: a| apenas| so| somente){0,2}|sobra(?: a| apenas| so){0,2}',
  left: 'resta|sobra|e a unica (?:que (?:resta|sobra)|restante|opcao restante)',
  order: '(?:ordem|lista|sequencia|classificacao)(?: d[aeo]s? [a-z]{3,15})?',
  wait: 'espere|espera|um momento|hm+|desculpe|desculpa|perdao|ops|na verdade|alias|melhor',
  so: 'portanto|logo|assim|entao|por isso|da|dao|sao|total|restam',
  question: 'pergunta|questao|problema|exercicio',
  scales: '12 duzias?; 1e6 milhao|milhoes; 1e9 bilhao|bilhoes',
  lead: 'infelizmente|lamentavelmente|desculpe|lamento|lamentamos|sinto muito|receio que|ola',
  sure: 'claro(?: que)?|com certeza|certamente|sem duvida|evidentemente|obviamente|absolutamente',
  impossible:
    '(?:isso |isto )?(?:infelizmente )?nao e possivel|(?:isso |isto )?e impossivel|nao oferecemos(?: isso)?|nao da',
  possible: '(?:isso |isto )?e possivel',
  included: 'incluid[ao]s?|incluindo|mais|sem',
  tax: 'iva|impostos?',
};

export const italian: Language = {
  heading: 'soluzione|risultato',
  answer:
    'risposta|risultato finale|(?:opzione|alternativa|lettera) (?:corretta|giusta|esatta|finale)|migliore opzione',
  before:
    "quindi|dunque|pertanto|percio|allora|in conclusione|infine|no|aspetta|in realta|la|il|l'|mia|nostra|penso che|credo che|migliore",
  after: 'corrett[ao]|giust[ao]|esatt[ao]|finale|definitiv[ao]|alla domanda',
  is: "e (?:la seguente|il seguente)|e|sarebbe|sara|deve essere|era|e quindi|e la|e l'|corrisponde a",
  option: "l'opzione|opzione|la lettera|lettera|la risposta|la|alternativa",
  or: 'o(?: forse)?|oppure|ovvero|forse',
  and: 'e|ed|nonche',
  not: 'non|non e|ne|invece di|tranne|anziche',
  right:
    "e(?: la| l')? ?(?:(?:opzione|risposta|alternativa) )?(?:corrett[ao]|giust[ao]|esatt[ao]|vera)|e la risposta(?: (?:corretta|giusta|esatta|finale))?",
  wrong:
    'non (?:e|sono|puo|possono)|(?:e|sono) (?:sbagliat[aoie]|errat[aoie]|fals[aoie]|scorrett[aoie]|esclus[aoie])',
  but: 'ma|bensi|ma la|tuttavia|pero|invece',
  because: 'perche|poiche|dato che|in quanto|siccome',
  choose: 'scelgo|seleziono',
  condition: 'se|supponiamo',
  supposed: 'non so|potrebbe essere',
  no: 'no|neanche|neppure|per niente',
  leaves:
    '(?:non )?resta(?: solo| che| quindi| dunque| soltanto){0,2}|rimane(?: solo| quindi| soltanto){0,2}',
  left: "resta|rimane|e l'unica (?:rimasta|rimanente|che (?:resta|rimane))",
  order: '(?:ordine|lista|elenco|sequenza|classifica)(?: de(?:i|gli|lle|lla|l) [a-z]{3,15})?',
  wait: 'aspetta|aspetti|un momento|un attimo|hm+|scusa|scusate|scusi|ops|in realta|anzi',
  so: 'quindi|dunque|pertanto|percio|allora|fa|fanno|sono|totale|restano',
  question: 'domanda|problema|esercizio|quesito',
  scales: '12 dozzin[ae]; 1e6 milion[ei]; 1e9 miliardi',
  lead: 'purtroppo|sfortunatamente|(?:mi|ci) dispiace|spiacent[ei]|scusi|temo (?:di|che)|buongiorno|ciao',
  sure: "certo(?: che)?|certamente|sicuramente|assolutamente|ovviamente|naturalmente|senz'altro|senza dubbio|esatto",
  impossible:
    '(?:questo |cio )?(?:purtroppo )?non e(?: purtroppo)? possibile|(?:questo |cio )?e impossibile|non si puo|non lo offriamo',
  possible: '(?:questo |cio )?e possibile|si puo',
  included: 'inclus[aoie]|compres[aoie]|piu|esclus[aoie]',
  tax: 'iva|imposte',
};

export const romanian: Language = {
  answer: 'raspuns(?:ul)?|(?:optiunea|varianta) (?:corecta|finala)',
  before: 'deci|prin urmare|asadar|in concluzie|nu|de fapt|meu',
  after: 'corect|final|corecta|este deci',
  is: 'este|e|ar fi|trebuie sa fie',
  option: 'optiunea|varianta|litera|raspunsul',
  or: 'sau|ori',
  and: 'si|precum si',
  not: 'nu|nu este|nici|in loc de',
  right: 'este (?:raspunsul )?(?:corect|corecta)|este raspunsul(?: corect)?',
  wrong: 'nu (?:este|sunt|poate)|este (?:gresit|gresita|incorect|incorecta|fals|falsa)',
  but: 'ci|dar|totusi',
  because: 'deoarece|pentru ca|fiindca|intrucat',
  condition: 'daca',
  supposed: 'nu stiu',
  no: 'nu',
  leaves: 'ramane(?: doar| numai| deci){0,2}',
  left: 'ramane',
  order: 'ordinea|lista|secventa',
  wait: 'stai|asteapta|asteptati|un moment|hm+|scuze|imi pare rau|de fapt',
  so: 'deci|prin urmare|asadar|astfel|sunt|total',
  question: 'intrebarea?|problema|exercitiul?',
};
