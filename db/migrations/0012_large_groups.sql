CREATE TABLE `rewrite_due` (
	`id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`accounts` integer NOT NULL,
	CONSTRAINT "rewrite_due_one" CHECK("rewrite_due"."id" = 1)
) STRICT;
--> statement-breakpoint
DROP TRIGGER `users_search_new`;--> statement-breakpoint
DROP TRIGGER `users_search_renamed`;--> statement-breakpoint
DROP TRIGGER `users_search_gone`;--> statement-breakpoint
DROP TABLE `users_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `users_search` USING fts5(`username`, `display_name`, content = '', tokenize = 'trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE `users_search_terms` USING fts5vocab(`users_search`, 'instance');
--> statement-breakpoint
-- A line break ends each name, so that every pair of its letters starts a trigram.
INSERT INTO `users_search` (`rowid`, `username`, `display_name`) SELECT `id`, `username` || char(10), `display_name` || char(10) FROM `users` WHERE `is_ghost` = 0 AND `id` > 2;
--> statement-breakpoint
CREATE TRIGGER `users_search_new` AFTER INSERT ON `users` WHEN new.is_ghost = 0 AND new.id > 2 BEGIN
	INSERT INTO `users_search` (`rowid`, `username`, `display_name`) VALUES (new.id, new.username || char(10), new.display_name || char(10));
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_renamed` AFTER UPDATE OF `username`, `display_name` ON `users`
WHEN old.is_ghost = 0 AND old.id > 2 AND (new.username IS NOT old.username OR new.display_name IS NOT old.display_name) BEGIN
	INSERT INTO `users_search` (`users_search`, `rowid`, `username`, `display_name`) VALUES ('delete', old.id, old.username || char(10), old.display_name || char(10));
	INSERT INTO `users_search` (`rowid`, `username`, `display_name`) VALUES (new.id, new.username || char(10), new.display_name || char(10));
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_gone` AFTER DELETE ON `users` WHEN old.is_ghost = 0 AND old.id > 2 BEGIN
	INSERT INTO `users_search` (`users_search`, `rowid`, `username`, `display_name`) VALUES ('delete', old.id, old.username || char(10), old.display_name || char(10));
END;
