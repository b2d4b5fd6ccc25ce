/** Variable names that say nothing about their value. */
export const vagueNames: ReadonlySet<string> = new Set(
  toWords(`
    one own of found known asked meant told said shown around others some wanted kept held given taken judged here there
    most least whose who what left named many few such theirs mine about beside along behind
  `),
);

/** First words of a doc comment that cannot be understood without the code below it. */
export const relativeStarts: ReadonlySet<string> = new Set(
  toWords(`
    what who whom whose where whether which how when as of for by only nobody nothing without so
  `),
);

/**
 * Verbs that may start a function's name. Add a verb that the freight trade or the web uses; never bend a name to fit
 * the list.
 */
export const verbs: ReadonlySet<string> = new Set(
  toWords(`
    abort accept acknowledge acquire add admit adopt advance align allocate allow alternate analyze announce answer
    append apply approve ask assert assign attach audit authorize average await backfill begin bill bind book bounce
    break bring build bundle cache calculate call can cancel capture change check choose claim classify clean clear
    close collect combine commit compact compare compile complete compose compute configure confirm connect continue
    convert copy count create cut deallocate decide declare decode decompress decrypt define delete deliver derive
    describe deserialize destroy detect digest disconnect discover dispatch distribute download drain draw drop
    duplicate emit empty enable encode encrypt end enqueue enroll ensure enter escape estimate evaluate exchange
    execute exit expand expect expire explain export extend extract fail fetch fill filter find finish flatten flush
    fold follow forge forget fork format freeze from gather generalize generate get give group guard guess handle has
    hash hide highlight hold identify ignore import include increment indent infer init insert install intercept
    interpolate interpret intersect introspect invalidate invoke is issue iterate join judge keep kill label launch
    learn lend limit link list listen load locate lock log look lose lower make map mark mask match measure merge mint
    mix mount move multiply narrow negate normalize note notify observe obtain offer omit open order pad parse pass
    pause pay perform pick pin place plan plant play poll pop post prepare price print process produce project prove
    publish pull push put qualify query queue quote raise rank reach read rebook rebuild recall receive recharge
    recompute reconcile record redeem redirect reduce refresh refuse register reject rekey release remove rename
    render renew renumber repair repeat replace replay reply report request require reread rerun reserve reset resolve
    respond restore resume retry return reverse revise revoke rewrite roll rollback rotate round route run sanitize
    save say scan schedule score seal search seed select send serialize serve set settle share shift shorten show
    shrink sign simplify simulate skip sleep sort spell split squeeze start stop store stream strip subscribe subtract
    suggest sum summarize swap sweep switch take tell tender throw tidy to track transform translate trigger trim
    truncate try turn type uncancel undo unhold unlink unseal unwrap update upload use validate verify vet visit void
    wait wake walk warn watch widen with withdraw wrap write yield
  `),
);

function toWords(text: string): string[] {
  return text.trim().split(/\s+/);
}
