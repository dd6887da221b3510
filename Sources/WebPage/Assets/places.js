// Places that the station's voice knows. In its language, whatever the page's is: it will say them.
export const places = {
  en: `kitchen|living room|dining room|bedroom|bathroom|nursery|playroom|hall|corridor|stairs|cellar|basement
    |attic|roof|balcony|terrace|porch|garden|yard|playground|shed|garage|pool|laundry|pantry|office
    |meeting room|reception|classroom|library|workshop|laboratory|studio|gym|canteen|cafe|shop|cloakroom
    |entrance|exit|lift|museum|gallery|exhibition|theatre|tower|castle|dungeon|cave
    |treasure chamber`.split(/\s*\|/),
  de: `Küche|Wohnzimmer|Esszimmer|Schlafzimmer|Badezimmer|Kinderzimmer|Spielzimmer|Flur|Gang|Treppe|Keller
    |Untergeschoss|Dachboden|Dach|Balkon|Terrasse|Veranda|Garten|Hof|Spielplatz|Schuppen|Garage|Schwimmbad
    |Waschküche|Speisekammer|Büro|Besprechungsraum|Empfang|Klassenzimmer|Bücherei|Werkstatt|Labor|Studio
    |Turnhalle|Kantine|Café|Laden|Garderobe|Eingang|Ausgang|Aufzug|Museum|Galerie|Ausstellung|Theater|Turm
    |Schloss|Verlies|Höhle|Schatzkammer`.split(/\s*\|/),
};

/** The first place that has no beacon yet; in a house with all of them, a number makes another one. */
export function suggestion(areas, language) {
  const taken = areas.map((area) => area.name.toLowerCase());
  const free = (name) => !taken.includes(name.toLowerCase());
  for (let number = 1; ; number++) {
    const found = places[language].map((place) => (number === 1 ? place : `${place} ${number}`)).find(free);
    if (found) return found;
  }
}
