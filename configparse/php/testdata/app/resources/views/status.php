<!doctype html>
<html lang="<?= htmlspecialchars($locale ?? 'en') ?>">
<head><title><?php echo $title, ' - ', config('app.name'); ?></title></head>
<body>
<?php if ($jobs->isEmpty()): ?>
    <p>Nothing to do.</p>
<?php else: ?>
    <table>
    <?php foreach ($jobs as $id => $job): ?>
        <tr class="<?= $id % 2 ? 'odd' : 'even' ?>">
            <td><?= $job->name ?></td>
            <td><?php switch ($job->state): case 'done': ?>done<?php break; default: ?>open<?php endswitch ?></td>
        </tr>
    <?php endforeach; ?>
    </table>
<?php endif ?>
</body>
</html>
