import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A package that is in what is given away. */
interface Component {
  version: string;
  /** `pkg:npm/%40scope/name@1.2.3` */
  purl: string;
}

/** A CycloneDX document, as far as it is looked into here. */
export interface Sbom {
  metadata: { component: { name: string } };
  components: Component[];
}

interface LockFile {
  version?: string;
  packages: Record<string, { version?: string }>;
}

/**
 * What the service and the console are made of, as npm lists it from the lock file, without a network. npm wants the
 * repository's own package to have a version, so it is given one in a copy.
 *
 * @param root of the repository
 */
export function writeSbom(root: string, version: string): Sbom {
  const copy = mkdtempSync(join(tmpdir(), 'touchstone-sbom-'));
  try {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
    lock.packages[''] = { ...lock.packages[''], version };
    for (const workspace of manifest.workspaces) {
      mkdirSync(join(copy, workspace));
      copyFileSync(join(root, workspace, 'package.json'), join(copy, workspace, 'package.json'));
    }
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, version }));
    writeFileSync(join(copy, 'package-lock.json'), JSON.stringify({ ...lock, version }));
    const omit = ['dev', 'optional'].flatMap((kind) => ['--omit', kind]);
    const only = ['--package-lock-only', '--workspace', 'server', '--workspace', 'web'];
    const said = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', ...omit, ...only], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64e6,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const sbom = JSON.parse(said) as Sbom;
    sbom.metadata.component.name = 'touchstone';
    return sbom;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * The licence of every component, in full. Throws where the text of one is not had, so that what is given away never lacks one.
 *
 * @param root of the repository, installed
 */
export function noticesOf(root: string, { components }: Sbom): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const notices = components
    .map(({ purl, version }) => ({ name: nameOf(purl), version }))
    .filter(({ name }) => !name.startsWith('@touchstone/') && name !== 'touchstone')
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, version }) => {
      const [path] =
        Object.entries(packages).find(
          ([place, entry]) => place.endsWith(`node_modules/${name}`) && entry.version === version,
        ) ?? [];
      if (path === undefined) throw new Error(`${name} ${version} is not in package-lock.json.`);
      return `${name} ${version}\n\n${licenceOf(root, path)}`;
    });
  const line = '='.repeat(80);
  return `Touchstone contains these packages, each under its own licence.\n\n${line}\n${notices.join(`\n\n${line}\n`)}\n`;
}

function nameOf(purl: string): string {
  return decodeURIComponent(purl.slice('pkg:npm/'.length, purl.lastIndexOf('@')));
}

/** Licences whose text is kept in the repository, for packages that name one and have no text of it. */
const TEXTS: Readonly<Record<string, string>> = {
  'Apache-2.0': 'LICENSE',
  MIT: 'packaging/licences/MIT.txt',
};

function licenceOf(root: string, path: string): string {
  const folder = join(root, path);
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (texts.length > 0)
    return texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = TEXTS[license];
  if (text === undefined) throw new Error(`${path} has no text of its licence, ${license}: add it to TEXTS.`);
  const by = typeof author === 'string' ? author : author?.name;
  return `${license}${by ? `, copyright ${by}` : ''}\n\n${readFileSync(join(root, text), 'utf8').trim()}`;
}
